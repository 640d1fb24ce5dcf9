-- The owner of an account sees its metrics also while its connection is expired.
--
-- Locks: none. To revert: create factory_accounts_with_ended_grants as in 0063. The former version does not use factory_shown_since.

-- The time since which a reader may see what was read under a grant. Like factory_readable_since, which tells what may be read; but the owner of an account
-- sees its metrics also while the connection is expired, and while the account is blocked.
create function factory_shown_since(granting bigint, owner bigint, access text) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select g.connected_at from social_grants g join social_accounts s on s.id = g.social_account_id join users u on u.id = s.owner_id
  where g.social_account_id = granting and (
    (g.status in ('ACTIVE', 'EXPIRED') and s.status not in ('SOLD', 'DELETED') and s.owner_id = owner and access in ('ANY', 'OWNER', 'OWN'))
    or (g.status = 'ACTIVE' and s.status = 'ACTIVE' and u.suspended_at is null
      and (access = 'ANY' or (access in ('OWNER', 'OTHERS') and g.shared_at is not null))))
$$;
revoke execute on function factory_shown_since from public;
grant execute on function factory_shown_since to castline_guest, castline_service;

-- As before. What was measured for the owner of the account stays while the connection is expired.
create or replace function factory_accounts_with_ended_grants(max_accounts int) returns table (account bigint, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, usable.since
  from factory_accounts a join factories f on f.id = a.factory_id
  left join lateral (select g.connected_at as since from social_grants g join social_accounts s on s.id = g.social_account_id
    where g.social_account_id = a.social_account_id
      and (g.status in ('ACTIVE', 'EXPIRED') and s.owner_id = f.owner_id or g.status = 'ACTIVE' and g.shared_at is not null)) usable on true
  where a.social_account_id is not null and (
    exists (select from factory_account_days d where d.account_id = a.id and (usable.since is null or d.taken_at < usable.since))
    or exists (select from factory_measurements m where m.account_id = a.id and (usable.since is null or m.measured_at < usable.since))
    or exists (select from factory_posts p where p.account_id = a.id
      and (least(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.complete_at) < usable.since
        or (usable.since is null and (num_nonnulls(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.title, p.duration_seconds) > 0
          or p.hashtags <> '{}')))))
  order by a.id limit max_accounts
$$;
