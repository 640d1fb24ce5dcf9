-- The time by which a trigger decides. Triggers and checks that need the time ask here: the local stack, which moves its clock,
-- replaces this function; nobody but the owner of the tables can. Takes no lock that others wait for.
create function market_now() returns timestamptz language sql stable as $$ select now() $$;

-- To go back: the same trigger with now() in the place of market_now().
drop trigger quotes_stay on quotes;
create trigger quotes_stay before delete on quotes for each row
  when (current_user = 'castline_service' and (old.status = 'CONSUMED' or (old.status = 'ACTIVE' and (old.order_id is not null or old.expires_at > market_now()))))
  execute function refuse_sweep();
