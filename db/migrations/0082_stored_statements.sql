-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 prefix
create function reads.key_by_prefix_f40ca70d(text) returns table ("id" uuid, "name" text, "prefix" text, "scopes" text[], "expiresAt" timestamp with time zone, "secretHex" text, "lastUsedAt" timestamp with time zone, "ownerId" bigint, "ownerName" text, "ownerRoles" text[], "isOwnerSuspended" boolean, "isOwnerVerified" boolean)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select "api_keys"."id" as "id", "api_keys"."name" as "name", "api_keys"."prefix" as "prefix", "api_keys"."scopes" as "scopes", "api_keys"."expires_at" as "expiresAt", encode("api_keys"."secret_sha256", 'hex') as "secretHex", "api_keys"."last_used_at" as "lastUsedAt", "users"."id" as "ownerId", "users"."name" as "ownerName", "users"."roles" as "ownerRoles", "users"."suspended_at" is not null as "isOwnerSuspended", ("users"."email_verified" or "users"."external_subject" is not null) as "isOwnerVerified" from "api_keys" join "users" on "users"."id" = "api_keys"."owner_id"
      where "api_keys"."prefix" = $1 and "api_keys"."deleted_at" is null and "users"."deleted_at" is null;
end $$;
