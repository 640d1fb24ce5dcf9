-- A film has the type of its container, which may be another one of the announced family.
--
-- Locks: private_uploads for a moment. To revert: revoke the right.

grant update (content_type) on private_uploads to castline_service;
