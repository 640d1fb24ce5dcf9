-- What a virus scanner found in a verified file; null is a file from before, which none has looked at. It locks private_uploads for
-- the moment that it takes to read it through. To go back: drop the column.
alter table private_uploads add column virus_check text check (virus_check in ('CLEAN', 'NOT_MADE'));
grant update (virus_check) on private_uploads to castline_service;
