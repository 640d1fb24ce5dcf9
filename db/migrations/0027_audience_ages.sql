-- An audience that is too old is not shown to others any more.
--
-- Locks: audience_snapshots and shown_channels for a moment. To revert: restore the view of 0020_social_connections.sql, then drop the column.

ALTER TABLE "audience_snapshots" ADD COLUMN "expired_at" timestamp (3) with time zone;

-- Jobs store what platforms state, and mark what is too old.
grant insert (social_account_id, source, captured_at, verified_at, period_days, geo, demo, followers) on audience_snapshots to castline_jobs;
grant update (expired_at) on audience_snapshots to castline_jobs;

-- As before, without audiences that are too old.
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
  select * from audience_snapshots s where s.social_account_id = account.id and s.verified_at is not null and s.expired_at is null
    and (s.source <> 'PLATFORM_API' or exists (select from social_grants g
      where g.social_account_id = s.social_account_id and g.status = 'ACTIVE' and g.shared_at is not null))
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
