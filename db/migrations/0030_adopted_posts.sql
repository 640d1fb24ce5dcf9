-- Posts that the former version has delivered, with their measurements, become those of this version.
--
-- Locks: rows of deliverable_scans, in the order of their ids. To revert: drop the function.

-- Adopts at most `max_scans` delivered posts without a post, and returns their number. The nightly job calls it again, because the former version
-- still runs for a moment after this migration.
create function adopt_delivered_posts(max_scans int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  adopted bigint[];
begin
  select array_agg(id) into adopted from (
    select id from deliverable_scans where post_id is null order by id limit max_scans for no key update skip locked) s;
  insert into posts (platform, content_id, social_account_id, due_at, created_at)
    select s.platform, s.content_id, max(account.id), min(coalesce(s.due_at, s.delivered_at)), min(s.delivered_at)
    from deliverable_scans s
    join deliverables d on d.id = s.deliverable_id
    join placement_assignments a on a.id = d.assignment_id
    left join service_listings l on l.id = a.service_listing_id
    left join channels c on c.id = l.channel_id
    left join social_accounts account on account.id = c.social_account_id and account.status not in ('SOLD', 'DELETED')
    where s.id = any (adopted)
    group by s.platform, s.content_id order by s.platform, s.content_id
    on conflict do nothing;
  update deliverable_scans s set post_id = p.id from posts p
    where s.id = any (adopted) and p.platform = s.platform and p.content_id = s.content_id;
  insert into post_measurements (post_id, measured_at, views, likes, comments, saves, source, grant_account_id, reasons, fallen, view_definition)
    select s.post_id, m.measured_at, m.views, m.likes, m.comments, m.saves, m.source, null,
      jsonb_strip_nulls(jsonb_build_object(
        'views', case when m.views is null then m.reason end, 'likes', case when m.likes is null then m.reason end,
        'comments', case when m.comments is null then m.reason end,
        'saves', case when m.saves is null then coalesce(nullif(m.reason, 'HIDDEN'), 'NOT_OFFERED') end)),
      m.fallen, m.view_definition
    from deliverable_scans s
    join deliverable_measurements m on m.deliverable_id = s.deliverable_id and m.content_id = s.content_id
    where s.id = any (adopted)
    on conflict do nothing;
  return coalesce(cardinality(adopted), 0);
end $$;

revoke execute on function adopt_delivered_posts from public;
grant execute on function adopt_delivered_posts to castline_jobs;

do $$ begin
  while adopt_delivered_posts(10000) > 0 loop end loop;
end $$;
