-- The time that triggers go by. The local stack replaces this function to move its clock; only the owner of the tables can.
create function market_now() returns timestamptz language sql stable as $$ select now() $$;

-- It blocks writes to quotes for a moment, and no reads. To go back: the same trigger with now() in the place of market_now().
create or replace trigger quotes_stay before delete on quotes for each row
  when (current_user = 'castline_service' and (old.status = 'CONSUMED' or (old.status = 'ACTIVE' and (old.order_id is not null or old.expires_at > market_now()))))
  execute function refuse_sweep();
