-- Images are served without EXIF: what the copy that counts is, beside what was announced. Null is a copy from before, which is what
-- was announced. It locks private_uploads for the moment that it takes to read it through. To go back: drop both columns.
alter table private_uploads
  add column stored_size bigint check (stored_size > 0),
  add column stored_sha256 bytea check (length(stored_sha256) = 32);
grant update (stored_size, stored_sha256) on private_uploads to castline_service;
