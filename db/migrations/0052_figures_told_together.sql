-- New measurements reach readers together: the generations of the lists advance at most every five minutes, however many creators were
-- measured. The former lists of creators who have left or moved are deleted after an hour.
--
-- Locks: catalog_former while it gets a column, and the functions while they are replaced. To go back: restore catalog_refresh of
-- 0050_catalog.sql, and drop the tables, the column and the functions of this file.

-- Shards of the catalog with figures that their generation does not show yet. No column is unique: measurements
-- never wait for each other.
create table catalog_new_figures (shard int not null);
create table catalog_figures_told (at timestamptz(3) not null);
insert into catalog_figures_told values ('-infinity');

-- When a creator's former state ended.
alter table catalog_former add until timestamptz(3) not null default '-infinity';
alter table catalog_former alter until drop default;
create index catalog_former_until on catalog_former (until) where lists <> '{}';

drop function catalog_refresh(bigint, timestamptz);
-- The result of a write: the shard of the creator's generation, and whether only figures changed.
create type catalog_change as (shard int, is_figures boolean);

-- Brings the catalog's rows of one creator up to date; null when they already are. The lock makes the later of two such commits see the
-- changes of the earlier one.
create function catalog_write(creator bigint, at timestamptz) returns catalog_change language plpgsql as $$
declare
  fresh catalog_projection;
  known catalog_creators;
  modified timestamptz(3);
  fresh_entry text;
begin
  perform from creators where user_id = creator for no key update;
  select * into known from catalog_creators where creator_id = creator;
  select * into fresh from catalog_projection where creator_id = creator;
  modified := case when known.content = fresh.content then known.last_modified else greatest(at, known.last_modified) end;

  fresh_entry := catalog_entry(fresh, modified, fresh.entry_channels, fresh.services);

  if known.content is distinct from fresh.content then
    delete from catalog_lists where creator_id = creator and last_modified = known.last_modified and list = any (known.lists);
    delete from catalog_services where creator_id = creator;
    delete from catalog_channels where creator_id = creator;
    if known.creator_id is not null then
      insert into catalog_former (public_id, creator_id, last_modified, min_price, lists, words, until)
        values (known.public_id, creator, known.last_modified, known.min_price, known.lists, known.words, at)
        on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
          lists = excluded.lists, words = excluded.words, until = excluded.until;
    end if;
    perform catalog_change_words(creator, coalesce(known.words, '{}'), coalesce(fresh.words, '{}'), modified);
  end if;
  if fresh.creator_id is null then
    if known.creator_id is null then return null; end if;
    delete from catalog_creators where creator_id = creator;
  elsif known.entry = fresh_entry and known.content = fresh.content then
    return null;
  else
    insert into catalog_creators (creator_id, public_id, last_modified, min_price, lists, words, content, entry, frame)
      values (creator, fresh.public_id, modified, fresh.min_price, fresh.lists, fresh.words, fresh.content, fresh_entry,
        case when fresh.is_cut then catalog_entry(fresh, modified, '[]', '[]') end)
      on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
        lists = excluded.lists, words = excluded.words, content = excluded.content, entry = excluded.entry, frame = excluded.frame;
    insert into catalog_pages (public_id, creator_id, etag, page)
      select fresh.public_id, creator, md5(page), page from catalog_page(fresh, modified) page
      on conflict (public_id) do update set etag = excluded.etag, page = excluded.page;
    if known.content is distinct from fresh.content then
      insert into catalog_services (listing_id, creator_id, channel_id, platform, type, variant, base_price, countries, entry)
        select id, creator_id, channel_id, platform, type, variant, base_price, countries, case when fresh.is_cut then entry end
        from shown_services where creator_id = creator;
      if fresh.is_cut then
        insert into catalog_channels (channel_id, creator_id, position, channel)
          select id, creator_id, position, channel from shown_channels where creator_id = creator;
      end if;
      insert into catalog_lists select * from catalog_list_rows(creator, modified, fresh.min_price, fresh.max_price, fresh.lists);
    end if;
  end if;
  return row(get_byte(uuid_send(coalesce(fresh.public_id, known.public_id)), 0) >> 4, known.content = fresh.content);
end $$;

-- Brings the catalog up to date with one creator, as a statement of every commit that changes what the public sees of it:
-- publication, prices, channels, suspension, roles. A creator is listed exactly when its page answers.
create function catalog_refresh(creator bigint, at timestamptz) returns void language plpgsql as $$
declare
  change constant catalog_change := catalog_write(creator, at);
begin
  update catalog_generations set value = value + 1 where shard = change.shard;
end $$;

-- catalog_refresh after a measurement: lists show its figures after the next catalog_tell_figures.
create function catalog_refresh_figures(creator bigint, at timestamptz) returns void language plpgsql as $$
declare
  change constant catalog_change := catalog_write(creator, at);
begin
  if change.is_figures then
    insert into catalog_new_figures values (change.shard);
  else
    update catalog_generations set value = value + 1 where shard = change.shard;
  end if;
end $$;

-- Advances the generations of several shards. A commit locks counters last, and in the order of their shards.
create function catalog_advance(shards int[]) returns void language plpgsql as $$
begin
  perform from catalog_generations where shard = any (shards) order by shard for no key update;
  update catalog_generations set value = value + 1 where shard = any (shards);
end $$;

-- Advances the generations for all new figures, unless it did so less than five minutes ago.
create function catalog_tell_figures(now timestamptz) returns void language plpgsql as $$
declare
  told int[];
begin
  update catalog_figures_told set at = now where at <= now - interval '5 minutes' and exists (select from catalog_new_figures);
  if not found then return; end if;
  with gone as (delete from catalog_new_figures returning shard) select array_agg(distinct shard) into told from gone;
  perform catalog_advance(told);
end $$;
