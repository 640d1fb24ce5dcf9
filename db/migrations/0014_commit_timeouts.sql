-- A commit of stored changes is one statement, and may now take nearly as long as a transaction.
-- It waits for several locks in turn, each for at most 3 s. The limit of a transaction (7 s) would end the connection, so this one is below it.
--
-- Locks: none. To revert: set it to 5s.

do $$
declare
  edge_function text;
begin
  foreach edge_function in array array['castline_guest', 'castline_auth', 'castline_service', 'castline_jobs'] loop
    execute format('alter role %I set statement_timeout = %L', edge_function, '6500ms');
  end loop;
end $$;
