-- The edge function api shows users their sessions, without tokens.
--
-- Locks: none. To revert: revoke the rights on these columns.

grant select (id, user_agent, ip_address, created_at, updated_at, expires_at) on sessions to castline_service;
