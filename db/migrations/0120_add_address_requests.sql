-- The links for a new address belong to one request of the user: a later request, and the change itself, end them.
--
-- Locks: users, for a moment. To revert: drop the column. The former version does not use it.

ALTER TABLE "users" ADD COLUMN "address_requested_at" timestamp (3) with time zone;
grant update (address_requested_at) on users to castline_auth;
