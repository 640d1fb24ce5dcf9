-- The function ledger_post has no rights and no search_path of its own any more.
-- Only ledger_deposit, ledger_withdraw, ledger_reserve and ledger_settle call it, and it runs with theirs. Its own settings took 5 % of the
-- CPU of a checkout's commit.
--
-- Locks: none. To revert: alter it to `security definer set search_path = public, pg_temp`.

alter function ledger_post(text, text, text, timestamptz, jsonb, bigint) security invoker;
alter function ledger_post(text, text, text, timestamptz, jsonb, bigint) reset search_path;
