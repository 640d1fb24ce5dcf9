-- After a restore the counters of catalog_generations go back, and caches would take an old copy for a new one. The epoch is part of
-- every key: a restore changes it. It locks nothing that is read. To go back: read the counters without it.
create table catalog_epochs (
  is_only boolean primary key default true check (is_only),
  value text not null
);
insert into catalog_epochs (value) values (left(md5(gen_random_uuid()::text), 12));
revoke insert, update, delete on catalog_epochs from castline_service;

-- A step of every restore: whatever is cached is forgotten.
create function catalog_restored() returns void language sql as $$
  update catalog_epochs set value = left(md5(gen_random_uuid()::text), 12)
$$;
