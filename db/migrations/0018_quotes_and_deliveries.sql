-- How a delivery had ended each time that it was replayed: a list by status resumes at what was once in it. Of one that is here
-- already nobody knows: it may have ended in any way.
alter table messages add ended_as text[] not null default '{DELIVERED,FAILED,CANCELLED}';
alter table messages alter ended_as set default '{}';
grant update (ended_as) on messages to castline_service;

-- What nobody took, and can take no more, the service sweeps; what was taken is what an order was priced by, and stays.
create index quotes_past on quotes (expires_at) where status = 'SUPERSEDED' or (status = 'ACTIVE' and order_id is null);
create function refuse_sweep() returns trigger language plpgsql as $$
begin
  raise exception 'a quote is removed only once it can be taken no more' using errcode = 'CL500';
end $$;
create trigger quotes_stay before delete on quotes for each row
  when (current_user = 'castline_service' and (old.status = 'CONSUMED' or (old.status = 'ACTIVE' and (old.order_id is not null or old.expires_at > now()))))
  execute function refuse_sweep();
grant delete on quotes to castline_service;
