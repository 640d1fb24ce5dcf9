-- When changes were last asked for: the creator has as long from then on as from the deadline, before the advertiser gives up alone.
alter table placement_assignments add changes_requested_at timestamptz(3);
update placement_assignments a set changes_requested_at = asked.at
  from (select assignment_id, max(at) as at from assignment_events where kind = 'assignment.changes_requested' group by 1) asked
  where a.id = asked.assignment_id;
grant update (changes_requested_at) on placement_assignments to castline_service;
