-- A deleted key stays for a while, so that a list's cursor keeps its place and its owner's prefix is not given again.
alter table api_keys add column deleted_at timestamptz(3);
create index api_keys_deleted on api_keys (deleted_at) where deleted_at is not null;
