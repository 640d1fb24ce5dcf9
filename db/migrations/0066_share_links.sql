-- Share links of factories, and what `guest` reads for their reports.
--
-- Locks: factories for a moment, because of the foreign key. To revert: drop the table and revoke the rights of castline_guest.

CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factory_id" bigint NOT NULL,
	"secret_sha256" "bytea" NOT NULL,
	"label" text,
	"hidden_fields" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_opened_at" timestamp (3) with time zone,
	"opens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "share_links_secret" UNIQUE("secret_sha256"),
	CONSTRAINT "share_links_secret_check" CHECK (length("share_links"."secret_sha256") = 32),
	CONSTRAINT "share_links_hidden_fields_check" CHECK ("share_links"."hidden_fields" <@ array['saves', 'views', 'likes', 'comments', 'er', 'posts', 'lastScanned']),
	CONSTRAINT "share_links_expiry_check" CHECK ("share_links"."expires_at" > "share_links"."created_at"),
	CONSTRAINT "share_links_opens_check" CHECK (("share_links"."opens" = 0) = ("share_links"."last_opened_at" is null))
);

ALTER TABLE "share_links" ADD CONSTRAINT "share_links_factory_id_factories_id_fk" FOREIGN KEY ("factory_id") REFERENCES "public"."factories"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "share_links_factory" ON "share_links" USING btree ("factory_id","created_at","id");

grant select, insert, delete on share_links to castline_service;
-- A report is counted when it was opened. The jobs see no secret.
grant select (id, opens, last_opened_at), update (opens, last_opened_at) on share_links to castline_jobs;

grant select (id, factory_id, secret_sha256, hidden_fields, expires_at) on share_links to castline_guest;
grant select (id, name, status, hidden_fields, deleted_at) on factories to castline_guest;
grant select (id, factory_id, platform, external_id, handle, title, mode, social_account_id, status, posts, views, last_scanned_at, due_at)
  on factory_accounts to castline_guest;
grant select (id, factory_id, account_id, platform, content_id, published_at, title, media_type, duration_seconds, hashtags,
  views, views_at, likes, likes_at, comments, comments_at, saves, saves_at, complete_views, complete_reactions, complete_at, rate, reasons, flags,
  last_scanned_at, gone_scans)
  on factory_posts to castline_guest;
grant select (id, name) on tags to castline_guest;
grant select on factory_account_tags to castline_guest;
