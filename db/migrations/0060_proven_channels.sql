-- At most one creator can have proven a channel, and the unproven claims of others are hidden. Locks: channels while two indexes are built.
-- Entries and pages without `ownership` are computed at each read until a job has rebuilt them. To go back: restore the views of
-- 0003_market.sql, drop what is created here and call catalog_refresh for every creator.

-- The first of several proofs of one channel stays. Staff decides again about the others.
with later as (
  select ch.id from channels ch left join ownership_claims oc on oc.channel_id = ch.id
  where ch.ownership = 'VERIFIED' and ch.status <> 'REMOVED' and exists (
    select from channels other left join ownership_claims proof on proof.channel_id = other.id
    where other.platform = ch.platform and other.canonical_url = ch.canonical_url and other.ownership = 'VERIFIED' and other.status <> 'REMOVED'
      and (coalesce(proof.decided_at, '-infinity'), other.id) < (coalesce(oc.decided_at, '-infinity'), ch.id))
), undecided as (
  update ownership_claims set decided_at = null, decided_by = null, reason = null where channel_id in (select id from later)
)
update channels set ownership = 'PENDING_REVIEW', version = version + 1 where id in (select id from later);

create unique index channels_proven_once on channels (platform, canonical_url) where ownership = 'VERIFIED' and status <> 'REMOVED';
create index channels_address on channels (platform, canonical_url) where status <> 'REMOVED';

-- Transactions that claim, prove or remove the same channel wait for each other until they end.
create function hold_channel_address(platform text, canonical_url text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(platform || ' ' || canonical_url, 0))
$$;

-- Channels that are proven, themselves or by their social account. A block or a suspension does not end the proof.
create view proven_channels as
select ch.id, ch.creator_id, ch.platform, ch.canonical_url
from channels ch left join social_accounts account on account.id = ch.social_account_id
where ch.status <> 'REMOVED' and case ch.kind when 'MANUAL' then ch.ownership = 'VERIFIED'
  else account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id end;

-- Whether the claim is unproven and another creator has proven the same channel.
create function is_hidden_claim(ch channels) returns boolean language sql stable as $$
  select ch.kind = 'MANUAL' and ch.ownership <> 'VERIFIED' and exists (
    select from proven_channels proven where proven.platform = ch.platform and proven.canonical_url = ch.canonical_url
      and proven.creator_id <> ch.creator_id)
$$;

create or replace view shown_channels as
select ch.id, ch.creator_id, ch.position, ch.platform, ch.handle, row_to_json(plain) as plain,
  case when audience.captured_at is null then row_to_json(claim)
    else (select row_to_json(j) from (select claim.*, (
      select row_to_json(a) from (select audience.source, iso(audience.captured_at) as "capturedAt",
        iso(audience.verified_at) as "verifiedAt", audience.period_days as "periodDays",
        (select coalesce(array_to_json(array_agg(row_to_json(g) order by g.share desc, g.country)), '[]')
          from jsonb_to_recordset(audience.geo) as g(country text, share numeric)) as geo,
        (select coalesce(array_to_json(array_agg(row_to_json(d) order by d.age, d.gender)), '[]')
          from jsonb_to_recordset(audience.demo) as d(age text, gender text, share numeric)) as demo) a) as audience) j)
  end as channel,
  array(select upper(g.country) from jsonb_to_recordset(audience.geo) as g(country text, share numeric)
    where g.share > 0) as countries,
  (select row_to_json(m) from (select
    (select row_to_json(j) from (select ch.canonical_url as "canonicalUrl", ch.handle, ch.platform) j) as channel,
    'AVERAGE_VIEWS' as kind, iso(sample.measured_at) as "measuredAt", sample.size as "sampleSize", sample.average as value) m) as metric
from channels ch
left join social_accounts account on account.id = ch.social_account_id
left join lateral (
  select * from audience_snapshots s where s.social_account_id = account.id and s.verified_at is not null
  order by s.captured_at desc, s.id desc limit 1
) audience on true
cross join lateral (select ch.platform, ch.handle, ch.canonical_url as "canonicalUrl") plain
cross join lateral (
  select plain.*, case when ch.kind = 'NATIVE' or ch.ownership = 'VERIFIED' then 'VERIFIED' else 'NONE' end as ownership
) claim
cross join lateral (
  select count(*)::int as size, round(avg(views))::bigint as average, min(measured_at) as measured_at
  from (select views, measured_at from channel_posts where channel_id = ch.id and is_public
        order by published_at desc, external_id desc limit 5) latest
  where views >= 0
) sample
where ch.status = 'ACTIVE' and (ch.kind = 'MANUAL'
  or (account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id)) and not is_hidden_claim(ch);

-- Creators whose catalog rows are out of date: readers of pages and lists compute their entries at each read, until a job has refreshed
-- the rows. A commit that changes several creators marks them here, because refreshing several would lock rows in no common order.
create table catalog_due (
  creator_id bigint primary key references creators,
  public_id uuid not null unique,
  at timestamptz(3) not null,
  -- Something may be hidden, so reads that are not computed live must check that the page still answers.
  may_leave boolean not null
);
create index catalog_due_latest on catalog_due (at desc);

create function catalog_mark(creators_changed bigint[], at timestamptz, may_leave boolean) returns void language plpgsql as $$
begin
  insert into catalog_due as due (creator_id, public_id, at, may_leave)
    select c.user_id, c.public_id, catalog_mark.at, catalog_mark.may_leave from creators c where c.user_id = any (creators_changed) order by 1
    on conflict (creator_id) do update set at = greatest(due.at, excluded.at), may_leave = due.may_leave or excluded.may_leave;
  perform catalog_advance(array(select get_byte(uuid_send(c.public_id), 0) >> 4 from creators c where c.user_id = any (creators_changed)));
end $$;

-- A statement of every commit that proves a channel or ends a proof, after hold_channel_address. It refreshes the creator, or marks it and
-- every other creator who claims the same channel.
create function catalog_refresh_claims(channel bigint, at timestamptz) returns void language plpgsql as $$
declare
  owner bigint;
  rivals bigint[];
begin
  select creator_id into owner from channels where id = channel;
  rivals := array(select distinct other.creator_id from channels own
    join channels other on other.platform = own.platform and other.canonical_url = own.canonical_url and other.status <> 'REMOVED'
    where own.id = channel and other.creator_id <> owner);
  if cardinality(rivals) = 0 then
    perform catalog_refresh(owner, at);
  else
    perform catalog_mark(rivals || owner, at, true);
  end if;
end $$;

-- Refreshes the rows of a marked creator and removes the mark.
create function catalog_refresh_due(creator bigint) returns void language plpgsql as $$
declare
  marked timestamptz;
begin
  delete from catalog_due where creator_id = creator returning at into marked;
  if marked is not null then
    perform catalog_refresh(creator, marked);
  end if;
end $$;

-- The page, the entry and the answer that a refresh would write now. Not in language sql: inlined into a join, the projection would be
-- computed for every creator.
create function catalog_page_now(creator bigint, at timestamptz) returns text language plpgsql stable as $$
begin
  return (select catalog_page(p, case when known.content = p.content then known.last_modified else greatest(at, known.last_modified) end)
    from catalog_projection p left join catalog_creators known on known.creator_id = p.creator_id where p.creator_id = creator);
end $$;
create function catalog_entry_now(creator bigint, at timestamptz) returns text language plpgsql stable as $$
begin
  return (select catalog_entry(p, case when known.content = p.content then known.last_modified else greatest(at, known.last_modified) end,
      p.entry_channels, p.services)
    from catalog_projection p left join catalog_creators known on known.creator_id = p.creator_id where p.creator_id = creator);
end $$;
create function catalog_answers_now(creator bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from catalog_projection p where p.creator_id = creator);
end $$;

-- Marks every creator, because the stored entries and pages have no `ownership`.
insert into catalog_due (creator_id, public_id, at, may_leave)
  select c.creator_id, c.public_id, c.last_modified, c.creator_id in (
    select claim.creator_id from channels claim join proven_channels proven on proven.platform = claim.platform
      and proven.canonical_url = claim.canonical_url and proven.creator_id <> claim.creator_id
    where claim.kind = 'MANUAL' and claim.ownership <> 'VERIFIED' and claim.status <> 'REMOVED')
  from catalog_creators c;
update catalog_generations set value = value + 1;
