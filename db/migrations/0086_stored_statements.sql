-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 ownerId, $2 keyId, $3 requestId, $4 method, $5 path, $6 status, $7 errorCode, $8 durationMs, $9 at
create function changes.log_request_139af77a(bigint, uuid, text, text, text, smallint, text, integer, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  insert into "api_requests" ("id", "owner_id", "key_id", "request_id", "method", "path", "status", "error_code", "duration_ms", "at") values (default, $1, $2, $3, $4, $5, $6, $7, $8, $9);
  return true;
end $$;
