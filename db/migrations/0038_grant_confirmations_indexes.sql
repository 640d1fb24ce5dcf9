-- For the search of connections that their platforms have not accepted for long.
--
-- Locks: none that stop writes. To revert: drop the index.

CREATE INDEX CONCURRENTLY "social_grants_confirmed" ON "social_grants" USING btree ("confirmed_at") WHERE "social_grants"."status" = 'ACTIVE';
