-- A session ends at ends_at, however much it is used: 30 days after its begin, and 12 hours after it for staff.
--
-- Locks: sessions, while its rows are written once. To revert: drop the trigger sessions_end, the function limit_session and the column.

ALTER TABLE "sessions" ADD COLUMN "ends_at" timestamp (3) with time zone;

-- better-auth knows only expires_at, and each read of a session compares it. A version that does not know ends_at gets the default.
create function limit_session() returns trigger language plpgsql as $$
begin
  new.ends_at := coalesce(new.ends_at, new.created_at + interval '30 days');
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end $$;

create trigger sessions_end before insert or update on sessions for each row execute function limit_session();

update sessions s set ends_at = s.created_at + case when 'STAFF' = any (u.roles) then interval '12 hours' else interval '30 days' end
from users u where u.id = s.user_id;

ALTER TABLE "sessions" ALTER COLUMN "ends_at" SET NOT NULL;
