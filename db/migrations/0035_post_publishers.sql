-- The account that the platform names as the publisher of a post: only this one keeps the post when another creator delivers it.
-- The last measurement of the average views of a channel: a request measures them at most once an hour.
-- The account that the link of a mail connects: no other one may sign in.
--
-- Locks: channels, oauth_states and posts for a moment. To revert: drop the columns.

ALTER TABLE "channels" ADD COLUMN "views_measured_at" timestamp (3) with time zone;
ALTER TABLE "oauth_states" ADD COLUMN "account_id" bigint;
ALTER TABLE "posts" ADD COLUMN "owner_external_id" text;

grant update (owner_external_id) on posts to castline_jobs;
