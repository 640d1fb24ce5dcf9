-- Listings of accounts that no scan pays for are counted for each owner, so that nobody takes a platform's units of a day from the scans of others.
--
-- Locks: platform_user_budgets, for a moment. To revert: drop the column. The former version does not use it.

ALTER TABLE "platform_user_budgets" ADD COLUMN "listed" integer DEFAULT 0 NOT NULL;
