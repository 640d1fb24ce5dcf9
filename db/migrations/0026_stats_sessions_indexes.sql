-- At most one audience from a recording session, and the files of a session.
--
-- Locks: none that block reads or writes of the tables. To revert: drop the indexes.

CREATE UNIQUE INDEX CONCURRENTLY "audience_snapshots_session" ON "audience_snapshots" USING btree ("session_id") WHERE "audience_snapshots"."session_id" is not null;
CREATE INDEX CONCURRENTLY "private_uploads_stats_session" ON "private_uploads" USING btree ("stats_session_id") WHERE "private_uploads"."stats_session_id" is not null;
