-- A sign-in at a platform records the consent to the text that its page showed, also if a newer text is in force when the browser returns.
--
-- Locks: oauth_states, for a moment. To revert: drop the column. A sign-in of the former version that returns meanwhile records no consent.

ALTER TABLE "oauth_states" ADD COLUMN "sharing_version" text;
