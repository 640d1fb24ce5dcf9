-- The topics about which a user gets no mails.
--
-- Locks: users for a moment. The check reads all users. To revert: drop the column.

ALTER TABLE "users" ADD COLUMN "muted_topics" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_muted_topics_check" CHECK ("users"."muted_topics" <@ array['work', 'accounts', 'campaigns', 'factories']);

grant update (muted_topics) on users to castline_service;
