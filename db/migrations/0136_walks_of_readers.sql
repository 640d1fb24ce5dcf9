-- Two readers of one list keep their own orders.
-- Readers who share a list, such as the visitors of a report, had one memory of where a page ended: the order of the last one replaced that of the
-- others, whose next page then lost rows that had moved.
--
-- Locks: none, it adds two functions. To revert: drop them. The former version calls those of 0125.

-- As in 0125, for one reader; an empty text where the list says whose it is.
create function walk_after(walked text, reader text, cursor text) returns table (id bigint, ids text[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  of_reader constant uuid := md5(walked || reader)::uuid;
begin
  return query select w.id, w.ids[array_position(w.ids, walk_after.cursor) + 1:] from walk_pages p join walks w on w.id = p.walk_id
    where p.list = of_reader and p.last = walk_after.cursor;
  if found then return; end if;
  perform guard(not exists (select from walk_pages p where p.list = of_reader and p.last = walk_after.cursor and p.walk_id is not null), 'INVALID_CURSOR');
  return query select w.id, w.ids[array_position(w.ids, walk_after.cursor) + 1:] from walks w
    where w.list = md5(walked)::uuid and walk_after.cursor = any (w.ids) order by w.id desc limit 1;
end $$;

-- As in 0125, for one reader. The orders themselves are shared.
create function walk_noted(subject text, walked text, reader text, walk bigint, ids text[], last text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  of_list constant uuid := md5(walked)::uuid;
  of_reader constant uuid := md5(walked || reader)::uuid;
  newest record;
begin
  if last is null then return true; end if;
  if walk is null then
    select w.id, w.used_at, w.ids = walk_noted.ids as is_same into newest from walks w where w.list = of_list order by w.id desc limit 1;
    if newest.is_same then
      walk := newest.id;
    else
      perform set_config('synchronous_commit', 'off', true);
      insert into walks (subject, list, ids, used_at) values (walk_noted.subject, of_list, walk_noted.ids, at) returning walks.id into walk;
      delete from walks w where w.id = any (array(
        select o.id from (select n.id, n.used_at, row_number() over (order by n.used_at desc, n.id desc) as place from walks n
          where n.subject = walk_noted.subject) placed join walks o on o.id = placed.id
        where placed.place > 1000 or (placed.place > 100 and placed.used_at < at - interval '2 hours') for update of o skip locked));
    end if;
  end if;
  if not exists (select from walk_pages p where p.list = of_reader and p.last = walk_noted.last and p.walk_id = walk and p.used_at > at - interval '1 hour') then
    perform set_config('synchronous_commit', 'off', true);
    update walks w set used_at = at where w.id = walk and w.used_at < at - interval '1 hour';
    insert into walk_pages as p (list, last, walk_id, used_at) values (of_reader, walk_noted.last, walk, at)
    on conflict (list, last) do update set walk_id = excluded.walk_id, used_at = excluded.used_at;
  end if;
  return true;
end $$;

revoke execute on function walk_after(text, text, text), walk_noted(text, text, text, bigint, text[], text, timestamptz) from public;
grant execute on function walk_after(text, text, text), walk_noted(text, text, text, bigint, text[], text, timestamptz) to castline_guest, castline_service;
