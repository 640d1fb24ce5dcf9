-- When an address was verified, and when a password last changed. Whatever changes a password ends, in the same statement, all
-- sessions, all reset tokens and the API keys from before the address was verified, and puts the news into the outbox.
-- It locks users for the moment that the columns take, and writes to the rows of verified users; the index blocks writes to
-- verifications while it is built. To go back: drop the triggers, their functions, the index and the two columns.
alter table users
  add column email_verified_at timestamptz(3),
  add column password_changed_at timestamptz(3);
-- No later than the last change of the row; nothing tells the time itself.
update users set email_verified_at = updated_at where email_verified;

create function note_verification() returns trigger language plpgsql as $$
begin
  if not new.email_verified then
    new.email_verified_at := null;
  elsif tg_op = 'INSERT' then
    new.email_verified_at := new.updated_at;
  elsif not old.email_verified then
    -- The service writes the time of its clock there; another hand may not.
    new.email_verified_at := case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end $$;
create trigger users_note_verification before insert or update of email_verified on users for each row
  execute function note_verification();

create index verifications_value on verifications (value);
create function end_access() returns trigger language plpgsql as $$
declare
  changed_at timestamptz(3) := new.updated_at;
begin
  if tg_op = 'UPDATE' and new.updated_at is not distinct from old.updated_at then
    changed_at := now();
  end if;
  -- First, so that whoever makes a session or a key at this moment waits, and is then refused. A first password outdates nothing.
  if tg_op = 'UPDATE' then
    update users set password_changed_at = changed_at where id = new.user_id;
  end if;
  delete from sessions where user_id = new.user_id;
  -- Reset tokens are all that is kept there; their value is the user.
  delete from verifications where value = new.user_id::text;
  update api_keys k set deleted_at = changed_at from users u
  where u.id = new.user_id and k.owner_id = u.id and k.deleted_at is null
    and (u.email_verified_at is null or k.created_at < u.email_verified_at);
  if tg_op = 'UPDATE' or exists (select from api_keys where owner_id = new.user_id and deleted_at is null) then
    insert into outbox (topic, payload, created_at)
    values ('password', jsonb_build_object('userId', new.user_id), changed_at);
  end if;
  return null;
end $$;
create trigger accounts_end_access after update of password on accounts for each row
  when (new.password is distinct from old.password) execute function end_access();
-- A reset makes the password of a user who had none, such as one of an external issuer.
create trigger accounts_end_access_of_first after insert on accounts for each row
  when (new.password is not null) execute function end_access();

-- A session that was asked for before the password changed, with the former one, is not made after it.
create function refuse_late_session() returns trigger language plpgsql as $$
declare
  changed_at timestamptz(3);
begin
  select password_changed_at into changed_at from users where id = new.user_id for share;
  perform guard(changed_at is null or new.created_at >= changed_at, 'SERVICE_UNAVAILABLE');
  return new;
end $$;
create trigger sessions_refuse_late before insert on sessions for each row execute function refuse_late_session();
