-- Measurements of the posts of content factories by month, their days, and what a scan has answered so far.
--
-- Locks: factory_accounts, factory_posts and factory_scans for a moment, because of the columns; no deployment has rows there. To revert: drop
-- the tables and the columns, and create the index factory_posts_age of 0059 again.

CREATE TABLE "factory_account_days" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"views" bigint,
	"likes" bigint,
	"comments" bigint,
	"saves" bigint,
	"complete_views" bigint,
	"complete_reactions" bigint,
	CONSTRAINT "factory_account_days_pkey" PRIMARY KEY("account_id","day")
);

CREATE TABLE "factory_measurements" (
	"account_id" bigint NOT NULL,
	"post_id" bigint NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"views" bigint,
	"likes" bigint,
	"comments" bigint,
	"saves" bigint,
	"source" text NOT NULL,
	"view_definition" text,
	"reasons" jsonb NOT NULL,
	"flags" text[] NOT NULL,
	CONSTRAINT "factory_measurements_pkey" PRIMARY KEY("account_id","post_id","measured_at")
) PARTITION BY RANGE ("measured_at");

CREATE TABLE "factory_post_days" (
	"account_id" bigint NOT NULL,
	"post_id" bigint NOT NULL,
	"day" date NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"views" bigint,
	"likes" bigint,
	"comments" bigint,
	"saves" bigint,
	"views_at" timestamp (3) with time zone,
	"likes_at" timestamp (3) with time zone,
	"comments_at" timestamp (3) with time zone,
	"saves_at" timestamp (3) with time zone,
	"complete_views" bigint,
	"complete_reactions" bigint,
	"complete_at" timestamp (3) with time zone,
	CONSTRAINT "factory_post_days_pkey" PRIMARY KEY("account_id","post_id","day")
);

CREATE TABLE "removed_factory_accounts" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL
);

DROP INDEX "factory_posts_age";
ALTER TABLE "factory_accounts" ADD COLUMN "tracked_posts" integer DEFAULT 0 NOT NULL;
ALTER TABLE "factory_accounts" ADD COLUMN "listed_pages" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "factory_posts" ADD COLUMN "complete_views" bigint;
ALTER TABLE "factory_posts" ADD COLUMN "complete_reactions" bigint;
ALTER TABLE "factory_posts" ADD COLUMN "complete_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "rate" numeric GENERATED ALWAYS AS (case when complete_views > 0 then div(20000::numeric * complete_reactions + complete_views, 2 * complete_views) end) STORED;
ALTER TABLE "factory_posts" ADD COLUMN "reasons" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "factory_posts" ADD COLUMN "flags" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "factory_scans" ADD COLUMN "answered" integer DEFAULT 0 NOT NULL;
ALTER TABLE "factory_scans" ADD COLUMN "asked_until" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "factory_posts" ADD CONSTRAINT "factory_posts_complete" CHECK (num_nulls("factory_posts"."complete_views", "factory_posts"."complete_reactions", "factory_posts"."complete_at") in (0, 3) and "factory_posts"."complete_views" >= 0 and "factory_posts"."complete_reactions" >= 0);

-- Rows of months without a partition of their own.
create table factory_measurements_other partition of factory_measurements default;

grant select on factory_post_days, factory_account_days to castline_guest, castline_service;
grant insert on removed_factory_accounts to castline_service;
grant update (listed_pages) on factory_accounts to castline_jobs;
