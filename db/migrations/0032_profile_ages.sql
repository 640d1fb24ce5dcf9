-- Titles and numbers of followers that have reached the age limit of their platform.
--
-- Locks: none that block writes. To revert: drop the index.

CREATE INDEX CONCURRENTLY "social_accounts_profile_age" ON "social_accounts" USING btree ("platform","profile_at") WHERE "social_accounts"."profile_at" is not null;
