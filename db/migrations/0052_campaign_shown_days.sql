-- Which days of accounts are in the days of their platforms: a change of what the advertiser may see adds or takes back only the account's own days.
--
-- Locks: both tables for a moment. To revert: drop the columns.

ALTER TABLE "campaign_account_days" ADD COLUMN "is_shown" boolean DEFAULT false NOT NULL;
ALTER TABLE "campaign_days" ADD COLUMN "shown_accounts" integer DEFAULT 0 NOT NULL;