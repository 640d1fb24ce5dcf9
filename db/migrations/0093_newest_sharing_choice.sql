-- Each grant has the time of its owner's last choice about sharing, so that a sign-in that began earlier (0089) overwrites no newer choice.
--
-- Locks: social_grants, for a moment. To revert: drop the column. The former version overwrites the newer choice again.

ALTER TABLE "social_grants" ADD COLUMN "sharing_chosen_at" timestamp (3) with time zone;
