-- Lets reports compare when an account was added and listed with the beginning of the grant that reads it. So they show no title of an ended grant.
--
-- Locks: factory_accounts for a moment. To revert: revoke the right. The former version does not read these columns.

grant select (created_at, listed_at) on factory_accounts to castline_guest;
