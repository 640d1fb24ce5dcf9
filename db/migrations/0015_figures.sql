-- What a view is by the definition of its platform, where there has been more than one. All that was measured so far is younger
-- than YouTube's present one.
alter table deliverable_measurements add view_definition text;
update deliverable_measurements set view_definition = 'YOUTUBE_2025_03_31' where source = 'YOUTUBE_DATA_API';

-- What is removed once it is as old as its platform lets it become.
create index deliverable_measurements_age on deliverable_measurements (source, measured_at);
create index deliverable_scans_counted on deliverable_scans (platform, counted_at) where counted_at is not null;
create index deliverable_scans_saved on deliverable_scans (platform, saves_at) where saves_at is not null;
create index channel_posts_age on channel_posts (measured_at);

-- The oldest of what a source told before a time, `most` of them; gives how many. The service removes measurements in no other way:
-- it cannot choose among them.
create function forget_measurements(of_source text, before timestamptz, most int) returns int
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select deliverable_id, measured_at from deliverable_measurements where source = of_source and measured_at < before
    order by measured_at limit most for update skip locked
  ), gone as (
    delete from deliverable_measurements m using old
    where m.deliverable_id = old.deliverable_id and m.measured_at = old.measured_at returning 1
  )
  select count(*)::int from gone
$$;
revoke execute on function forget_measurements from public;
grant execute on function forget_measurements to castline_service;
