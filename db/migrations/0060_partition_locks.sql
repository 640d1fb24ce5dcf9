-- Makes no monthly partition while another commit uses the tables that it references.
-- The creation locks post_measurements, posts and social_accounts as a whole. A commit that had locked one of them and waited for another was in a
-- deadlock with it. Now the creation gives up after 100 ms, before Postgres looks for a deadlock, and the next run of the job makes the partition.
-- There is a month of runs for each; meanwhile post_measurements_other takes the rows.
--
-- Locks: none. To revert: create make_measurement_partitions() of 0022 again.

create or replace function make_measurement_partitions(at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  begins timestamptz;
  ends timestamptz;
  name text;
begin
  set local lock_timeout = '100ms';
  for n in 0..1 loop
    begins := (date_trunc('month', at at time zone 'UTC') + make_interval(months => n)) at time zone 'UTC';
    ends := (date_trunc('month', at at time zone 'UTC') + make_interval(months => n + 1)) at time zone 'UTC';
    name := 'post_measurements_' || to_char(begins at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass(name) is not null;
    begin
      perform pg_advisory_xact_lock(hashtextextended('post_measurements', 0));
      continue when to_regclass(name) is not null
        or exists (select from post_measurements_other where measured_at >= begins and measured_at < ends);
      execute format('create table %I partition of post_measurements for values from (%L) to (%L)', name, begins, ends);
    exception when lock_not_available then
      return;
    end;
  end loop;
end $$;
