-- The tables of the analytics summaries. The dropped indexes served the statement that read every assignment of an advertiser.
--
-- Locks: access exclusive on placement_assignments and ledger_holds while it drops an index of each. To revert: create the two indexes,
-- then drop the tables.

CREATE TABLE "analytics_assignments" (
	"assignment_id" bigint PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"advertiser_id" bigint NOT NULL,
	"creator_id" bigint NOT NULL,
	"status" text NOT NULL,
	"quantity" smallint NOT NULL,
	"delivered" smallint NOT NULL,
	"total" bigint NOT NULL,
	"held" bigint NOT NULL,
	"released" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"accept_ms" bigint,
	"deliver_ms" bigint,
	"is_first" boolean NOT NULL,
	"is_last" boolean NOT NULL,
	CONSTRAINT "analytics_assignments_status_check" CHECK ("analytics_assignments"."status" in ('PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'DISPUTED', 'RESOLVED'))
);

CREATE TABLE "analytics_changes" (
	"advertiser_id" bigint NOT NULL,
	"order_id" bigint NOT NULL
);

CREATE TABLE "analytics_creators" (
	"advertiser_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"days" integer NOT NULL,
	"span" integer NOT NULL,
	"creator_id" bigint NOT NULL,
	"assignments" bigint NOT NULL,
	"delivered" bigint NOT NULL,
	"held" bigint NOT NULL,
	"released" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "analytics_creators_pkey" PRIMARY KEY("advertiser_id","creator_id","event","days","span"),
	CONSTRAINT "analytics_creators_event_check" CHECK ("analytics_creators"."event" in ('CREATED', 'ENDED'))
);

CREATE TABLE "analytics_days" (
	"advertiser_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"funded" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	"accepted" bigint NOT NULL,
	"delivered" bigint NOT NULL,
	"approved" bigint NOT NULL,
	"spent" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "analytics_days_pkey" PRIMARY KEY("advertiser_id","day")
);

CREATE TABLE "analytics_durations" (
	"advertiser_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"days" integer NOT NULL,
	"span" integer NOT NULL,
	"step" text COLLATE "C" NOT NULL,
	"width" integer NOT NULL,
	"bucket" integer NOT NULL,
	"assignments" bigint NOT NULL,
	"ms" bigint NOT NULL,
	CONSTRAINT "analytics_durations_pkey" PRIMARY KEY("advertiser_id","event","step","width","days","span","bucket"),
	CONSTRAINT "analytics_durations_event_check" CHECK ("analytics_durations"."event" in ('CREATED', 'ENDED')),
	CONSTRAINT "analytics_durations_step_check" CHECK ("analytics_durations"."step" in ('ACCEPT', 'DELIVER'))
);

CREATE TABLE "analytics_engagement" (
	"advertiser_id" bigint NOT NULL,
	"creator_id" bigint NOT NULL,
	"days" integer NOT NULL,
	"span" integer NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"posts" bigint NOT NULL,
	"counted" bigint NOT NULL,
	"views" bigint NOT NULL,
	"likes" bigint NOT NULL,
	"comments" bigint NOT NULL,
	"saved" bigint NOT NULL,
	"saves" bigint NOT NULL,
	"counted_since" timestamp (3) with time zone,
	"saved_since" timestamp (3) with time zone,
	CONSTRAINT "analytics_engagement_pkey" PRIMARY KEY("advertiser_id","creator_id","days","span","platform")
);

CREATE TABLE "analytics_posts" (
	"deliverable_id" bigint PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"advertiser_id" bigint NOT NULL,
	"creator_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"platform" text,
	"content_id" text,
	"counts_measured_at" timestamp (3) with time zone,
	"views" bigint,
	"likes" bigint,
	"comments" bigint,
	"saves_measured_at" timestamp (3) with time zone,
	"saves" bigint,
	"is_shared" boolean NOT NULL
);

CREATE TABLE "analytics_rankings" (
	"advertiser_id" bigint NOT NULL,
	"era" integer NOT NULL,
	"creator_id" bigint NOT NULL,
	"created" integer[] NOT NULL,
	"created_released" bigint[] NOT NULL,
	"ended" integer[] NOT NULL,
	"ended_released" bigint[] NOT NULL,
	CONSTRAINT "analytics_rankings_pkey" PRIMARY KEY("advertiser_id","era","creator_id")
);

CREATE TABLE "analytics_statuses" (
	"advertiser_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"days" integer NOT NULL,
	"span" integer NOT NULL,
	"status" text NOT NULL,
	"orders" bigint NOT NULL,
	"ordered" bigint NOT NULL,
	"total" bigint NOT NULL,
	"assignments" bigint NOT NULL,
	"delivered" bigint NOT NULL,
	"held" bigint NOT NULL,
	"released" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "analytics_statuses_pkey" PRIMARY KEY("advertiser_id","event","days","span","status"),
	CONSTRAINT "analytics_statuses_event_check" CHECK ("analytics_statuses"."event" in ('CREATED', 'ENDED'))
);

DROP INDEX "placement_assignments_by_end";
DROP INDEX "ledger_holds_owner";
CREATE INDEX "analytics_assignments_order" ON "analytics_assignments" USING btree ("order_id");
CREATE INDEX "analytics_assignments_created" ON "analytics_assignments" USING btree ("advertiser_id","created_at");
CREATE INDEX "analytics_assignments_accepted" ON "analytics_assignments" USING btree ("advertiser_id","accepted_at") WHERE "analytics_assignments"."accepted_at" is not null;
CREATE INDEX "analytics_assignments_delivered" ON "analytics_assignments" USING btree ("advertiser_id","delivered_at") WHERE "analytics_assignments"."delivered_at" is not null;
CREATE INDEX "analytics_assignments_ended" ON "analytics_assignments" USING btree ("advertiser_id","ended_at") WHERE "analytics_assignments"."ended_at" is not null;
CREATE INDEX "analytics_assignments_accept" ON "analytics_assignments" USING btree ("advertiser_id","accept_ms","created_at","ended_at","order_id") WHERE "analytics_assignments"."accept_ms" is not null;
CREATE INDEX "analytics_assignments_deliver" ON "analytics_assignments" USING btree ("advertiser_id","deliver_ms","created_at","ended_at","order_id") WHERE "analytics_assignments"."deliver_ms" is not null;
CREATE INDEX "analytics_changes_advertiser" ON "analytics_changes" USING btree ("advertiser_id","order_id");
CREATE INDEX "analytics_posts_order" ON "analytics_posts" USING btree ("order_id");
CREATE INDEX "analytics_posts_content" ON "analytics_posts" USING btree ("advertiser_id","platform","content_id") WHERE "analytics_posts"."content_id" is not null;
CREATE INDEX "analytics_posts_shared" ON "analytics_posts" USING btree ("advertiser_id") WHERE "analytics_posts"."is_shared";
CREATE INDEX "analytics_posts_ended" ON "analytics_posts" USING btree ("advertiser_id","ended_at");
CREATE INDEX "analytics_posts_creator" ON "analytics_posts" USING btree ("advertiser_id","creator_id","ended_at");
CREATE INDEX "analytics_posts_open" ON "analytics_posts" USING btree ("advertiser_id",analytics_span("created_at", 4),"ended_at");
CREATE INDEX "analytics_posts_counted" ON "analytics_posts" USING btree ("advertiser_id","platform",analytics_span("ended_at", 4),"counts_measured_at") WHERE "analytics_posts"."counts_measured_at" is not null;
CREATE INDEX "analytics_posts_saved" ON "analytics_posts" USING btree ("advertiser_id","platform",analytics_span("ended_at", 4),"saves_measured_at") WHERE "analytics_posts"."saves_measured_at" is not null;