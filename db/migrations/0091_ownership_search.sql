-- Reviews of ownership say whether the last search found the code in the bio. It is not known of earlier searches.
--
-- Locks: ownership_claims for a moment. To revert: drop the column.

ALTER TABLE "ownership_claims" ADD COLUMN "is_code_found" boolean;
