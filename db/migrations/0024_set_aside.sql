-- Work that time could not move on, until when it is left alone, and why: the others go on without it. The columns are empty, so no
-- table is rewritten; the indexes block writes to their tables while they are built. To go back: drop the columns and the indexes.
alter table placement_assignments
  add set_aside_until timestamptz(3),
  add set_aside_cause text;
grant update (set_aside_until, set_aside_cause) on placement_assignments to castline_service;
create index placement_assignments_set_aside on placement_assignments (set_aside_until) where set_aside_until is not null;
create index ledger_holds_open on ledger_holds (assignment_id) where released + refunded < amount;
