-- A job finds the pictures of a factory whose grants have ended, and those that nothing shows any more, by these indexes.
--
-- Locks: none that stop reads or writes. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "avatars_factory_account" ON "avatars" USING btree ("factory_account_id") WHERE "avatars"."factory_account_id" is not null;
CREATE INDEX CONCURRENTLY "avatars_released" ON "avatars" USING btree ("id") WHERE "avatars"."is_released";
