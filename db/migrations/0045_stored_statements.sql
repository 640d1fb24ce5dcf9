-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 campaignId, $2 at
create function changes.reserve_budget_8c68877e(bigint, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_campaign_reserve($1, $2);
  return true;
end $$;

drop function reads.action_facts_3c7d6d54;

drop function changes.end_moves_514af1b5;
