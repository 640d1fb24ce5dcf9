-- Staff searches users by the beginning of an e-mail address or of a name, by these indexes.
--
-- Locks: none that stop reads or writes. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "users_email_search" ON "users" USING btree ("email" collate "C");
CREATE INDEX CONCURRENTLY "users_name_search" ON "users" USING btree (lower("name") collate "C","id");
