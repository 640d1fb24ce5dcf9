-- When work was handed in for the first time; submitted_at is the last one.
alter table placement_assignments add delivered_at timestamptz(3);
update placement_assignments a set delivered_at = told.at
  from (select assignment_id, min(at) as at from assignment_events where kind = 'assignment.submitted' group by 1) told
  where a.id = told.assignment_id;
grant update (delivered_at) on placement_assignments to castline_service;

-- What the analytics of an advertiser are read by, without a look at the rows: work that was alive from a time on, its money,
-- its results and what was told of them.
drop index placement_assignments_funded, assignment_events_submitted;
create index placement_assignments_alive on placement_assignments (advertiser_id, (coalesce(ended_at, 'infinity'::timestamptz)))
  include (id, order_id, creator_id, type, status, quantity, base, brand_fee, created_at, accepted_at, delivered_at, ended_at);
drop index ledger_holds_owner;
create index ledger_holds_owner on ledger_holds (owner_id, assignment_id) include (amount, released, refunded);
create index deliverables_public on deliverables (assignment_id) include (id, content_id) where kind = 'PUBLIC';

create or replace view assignment_money with (security_invoker = true) as
  select assignment_id, amount - released - refunded as held, released, refunded, owner_id from ledger_holds;
