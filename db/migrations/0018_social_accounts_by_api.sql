-- Accounts are added, proven, blocked, sold and deleted by the API.
--
-- Locks: social_accounts and audience_snapshots for the time of a scan, because the checks of new columns are validated. To revert: drop the
-- table account_claims and the new columns.

CREATE TABLE "account_claims" (
	"social_account_id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"checks_left" smallint NOT NULL,
	"check_due_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_claims_checks_left_check" CHECK ("account_claims"."checks_left" >= 0)
);

ALTER TABLE "audience_snapshots" ADD COLUMN "followers" bigint;
ALTER TABLE "social_accounts" ADD COLUMN "title" text;
ALTER TABLE "social_accounts" ADD COLUMN "followers" bigint;
ALTER TABLE "social_accounts" ADD COLUMN "profile_at" timestamp (3) with time zone;
ALTER TABLE "social_accounts" ADD COLUMN "verified_at" timestamp (3) with time zone;
ALTER TABLE "social_accounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
ALTER TABLE "social_accounts" ADD COLUMN "blocked_at" timestamp (3) with time zone;
ALTER TABLE "social_accounts" ADD COLUMN "block_reason" text;
ALTER TABLE "social_accounts" ADD COLUMN "ended_at" timestamp (3) with time zone;
ALTER TABLE "account_claims" ADD CONSTRAINT "account_claims_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "account_claims_due" ON "account_claims" USING btree ("check_due_at") WHERE "account_claims"."check_due_at" is not null;
ALTER TABLE "audience_snapshots" ADD CONSTRAINT "audience_snapshots_followers_check" CHECK ("audience_snapshots"."followers" >= 0);
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_block_reason_check" CHECK (length("social_accounts"."block_reason") <= 1000);
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_followers_check" CHECK ("social_accounts"."followers" >= 0);
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_version_check" CHECK ("social_accounts"."version" > 0);

grant select, insert, update on account_claims to castline_service, castline_jobs;
