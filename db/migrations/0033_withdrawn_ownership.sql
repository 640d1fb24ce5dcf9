-- Staff may withdraw a verification. It locks ownership_events while its rows are read through once. To go back: restore the former
-- check, once no event is WITHDRAWN.
alter table ownership_events drop constraint ownership_events_kind_check;
alter table ownership_events add constraint ownership_events_kind_check
  check (kind in ('CHALLENGED', 'EVIDENCE_ATTACHED', 'SUBMITTED', 'CODE_FOUND', 'APPROVED', 'REJECTED', 'WITHDRAWN'));
