-- Scans of the posts of content factories, and the credits that they cost.
-- Lock order: factory, its accounts, scan, credit account. Each function locks rows of one kind in the order of their ids.
--
-- Locks: factory_accounts and factory_posts for a moment, because of the columns; no deployment has rows there. To revert: drop the trigger,
-- the functions, the table and the columns.

CREATE TABLE "factory_scans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"factory_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"held" integer NOT NULL,
	"charged" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"lease_end" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "factory_scans_status_check" CHECK ("factory_scans"."status" in ('OPEN', 'DONE', 'ENDED')),
	CONSTRAINT "factory_scans_charged_check" CHECK ("factory_scans"."charged" between 0 and "factory_scans"."held"),
	CONSTRAINT "factory_scans_ended" CHECK (("factory_scans"."status" = 'OPEN') = ("factory_scans"."ended_at" is null))
);

ALTER TABLE "factory_accounts" ADD COLUMN "turn" text DEFAULT 'LISTING' NOT NULL;
ALTER TABLE "factory_posts" ADD COLUMN "title" text;
ALTER TABLE "factory_posts" ADD COLUMN "media_type" text;
ALTER TABLE "factory_posts" ADD COLUMN "duration_seconds" integer;
ALTER TABLE "factory_posts" ADD COLUMN "hashtags" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "factory_posts" ADD COLUMN "views" bigint;
ALTER TABLE "factory_posts" ADD COLUMN "views_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "likes" bigint;
ALTER TABLE "factory_posts" ADD COLUMN "likes_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "comments" bigint;
ALTER TABLE "factory_posts" ADD COLUMN "comments_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "saves" bigint;
ALTER TABLE "factory_posts" ADD COLUMN "saves_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "last_scanned_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "gone_scans" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "factory_scans" ADD CONSTRAINT "factory_scans_factory_id_factories_id_fk" FOREIGN KEY ("factory_id") REFERENCES "public"."factories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "factory_scans" ADD CONSTRAINT "factory_scans_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "factory_scans_one_open" ON "factory_scans" USING btree ("account_id") WHERE "factory_scans"."status" = 'OPEN';
CREATE INDEX "factory_scans_open" ON "factory_scans" USING btree ("lease_end") WHERE "factory_scans"."status" = 'OPEN';
CREATE INDEX "factory_scans_factory" ON "factory_scans" USING btree ("factory_id") WHERE "factory_scans"."status" = 'OPEN';
ALTER TABLE "factory_accounts" ADD CONSTRAINT "factory_accounts_turn_check" CHECK ("factory_accounts"."turn" in ('LISTING', 'SCAN'));
ALTER TABLE "factory_posts" ADD CONSTRAINT "factory_posts_media_type_check" CHECK ("factory_posts"."media_type" in ('VIDEO', 'SHORT_VIDEO', 'STREAM', 'PHOTO', 'CAROUSEL', 'STORY', 'TEXT'));
ALTER TABLE "factory_posts" ADD CONSTRAINT "factory_posts_views" CHECK (("factory_posts"."views" is null) = ("factory_posts"."views_at" is null) and "factory_posts"."views" >= 0);
ALTER TABLE "factory_posts" ADD CONSTRAINT "factory_posts_likes" CHECK (("factory_posts"."likes" is null) = ("factory_posts"."likes_at" is null) and "factory_posts"."likes" >= 0);
ALTER TABLE "factory_posts" ADD CONSTRAINT "factory_posts_comments" CHECK (("factory_posts"."comments" is null) = ("factory_posts"."comments_at" is null) and "factory_posts"."comments" >= 0);
ALTER TABLE "factory_posts" ADD CONSTRAINT "factory_posts_saves" CHECK (("factory_posts"."saves" is null) = ("factory_posts"."saves_at" is null) and "factory_posts"."saves" >= 0);

-- Whether a scan at this time asks for the post. X is asked for a post once a UTC day: its other scans change nothing and cost nothing.
create function factory_is_tracked(post factory_posts, tracking_days integer, at timestamptz) returns boolean language sql stable as $$
  select post.published_at > at - tracking_days * interval '24 hours' and post.gone_scans < 3
    and (post.platform <> 'X' or post.last_scanned_at is null
      or (post.last_scanned_at at time zone 'UTC')::date < (at at time zone 'UTC')::date)
$$;

-- Ends open scans that come to nothing, and returns their credits.
create function factory_end_scans(scans uuid[], at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from factory_scans where id = any (scans) and status = 'OPEN' order by id for no key update;
  perform 1 from credit_accounts where owner_id in (select owner_id from factory_scans where id = any (scans)) order by owner_id for no key update;
  with ended as (
    update factory_scans set status = 'ENDED', ended_at = at where id = any (scans) and status = 'OPEN' returning owner_id, held
  )
  update credit_accounts c set reserved = c.reserved - e.held, updated_at = at
  from (select owner_id, sum(held) as held from ended group by owner_id) e where c.owner_id = e.owner_id;
end $$;

-- Whether the grant that reads an account may be used now, for the owner of the factory.
create function factory_may_read(account factory_accounts, owner bigint) returns boolean language sql stable as $$
  select exists (select from social_grants g join social_accounts s on s.id = g.social_account_id join users u on u.id = s.owner_id
    where g.social_account_id = account.social_account_id and g.status = 'ACTIVE' and s.status = 'ACTIVE' and u.suspended_at is null
      and (s.owner_id = owner or g.shared_at is not null))
$$;

-- Leases accounts that are due for a scan, at most this number, and reserves a credit for each post to ask for. The owners take turns, so that an
-- owner with many accounts delays no other. A factory none of whose due accounts the balance covers becomes PAUSED. If only the reserved credits are
-- missing, its scan waits for a minute.
create function factory_claim_scans(at timestamptz, lease_end timestamptz, max_accounts integer, by_key text[], by_grant text[])
returns table (account_id bigint, account_platform text, social_account_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen bigint[];
  locked bigint[];
  scanned bigint[] := '{}';
  short bigint[] := '{}';
  one record;
begin
  chosen := array(
    select due.id from (
      select a.id, a.due_at, row_number() over (partition by f.owner_id order by a.due_at, a.id) as place
      from factory_accounts a join factories f on f.id = a.factory_id
      where a.turn = 'SCAN' and a.due_at <= at and f.status = 'ACTIVE' and f.deleted_at is null
        and (a.platform = any (by_key) or (a.platform = any (by_grant) and factory_may_read(a, f.owner_id)))) due
    order by due.place, due.due_at, due.id limit max_accounts);
  locked := array(
    select f.id from factories f
    where f.id in (select a.factory_id from factory_accounts a where a.id = any (chosen)) and f.status = 'ACTIVE' and f.deleted_at is null
    order by f.id for no key update skip locked);
  chosen := array(
    select a.id from factory_accounts a
    where a.id = any (chosen) and a.factory_id = any (locked) and a.turn = 'SCAN' and a.due_at <= at
    order by a.id for no key update skip locked);
  perform 1 from factory_scans s where s.account_id = any (chosen) and s.status = 'OPEN' order by s.id for no key update;
  perform 1 from credit_accounts c where c.owner_id in (select f.owner_id from factories f where f.id = any (locked))
    order by c.owner_id for no key update;
  -- Scans whose message was lost.
  perform factory_end_scans(array(select s.id from factory_scans s where s.account_id = any (chosen) and s.status = 'OPEN'), at);
  for one in
    select a.id, a.factory_id, a.platform, case when a.platform = any (by_grant) then a.social_account_id end as granting, f.owner_id, f.interval_hours, count(p.id)::int as posts
    from factory_accounts a join factories f on f.id = a.factory_id
    left join factory_posts p on p.account_id = a.id and p.published_at > at - f.tracking_days * interval '24 hours'
      and factory_is_tracked(p, f.tracking_days, at)
    where a.id = any (chosen) group by a.id, f.id order by f.owner_id, a.due_at, a.id
  loop
    if one.posts = 0 then
      update factory_accounts a set turn = case when a.mode = 'LISTED' then 'SCAN' else 'LISTING' end,
        due_at = at + one.interval_hours * interval '1 hour' where a.id = one.id;
      continue;
    end if;
    update credit_accounts c set reserved = c.reserved + one.posts, updated_at = at
    where c.owner_id = one.owner_id and c.balance - c.reserved >= one.posts;
    if not found then
      -- What is reserved for other scans may return.
      if exists (select from credit_accounts c where c.owner_id = one.owner_id and c.balance >= one.posts) then
        update factory_accounts a set due_at = at + interval '1 minute' where a.id = one.id;
      else
        short := short || one.factory_id;
      end if;
      continue;
    end if;
    insert into factory_scans (factory_id, owner_id, account_id, held, opened_at, lease_end)
    values (one.factory_id, one.owner_id, one.id, one.posts, at, factory_claim_scans.lease_end);
    update factory_accounts a set due_at = factory_claim_scans.lease_end where a.id = one.id;
    scanned := scanned || one.factory_id;
    account_id := one.id;
    account_platform := one.platform;
    social_account_id := one.granting;
    return next;
  end loop;
  update factories f set status = 'PAUSED', pause_reason = 'NO_CREDITS', version = f.version + 1, updated_at = at
  where f.id = any (short) and f.id <> all (scanned);
end $$;

-- Stores what a platform answered for the posts of an account, and pays for the posts that it answered for. Nothing changes if the scan has
-- ended. Readings: [{"contentId", "isGone", "title", "mediaType", "durationSeconds", "hashtags", "views", "likes", "comments", "saves"}].
create function factory_finish_scan(account bigint, lease_end timestamptz, at timestamptz, readings jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  factory factories;
  scan factory_scans;
  answered integer;
  left_over bigint;
begin
  select f.* into factory from factories f where f.id = (select a.factory_id from factory_accounts a where a.id = account) for no key update;
  perform 1 from factory_accounts a where a.id = account and a.due_at = factory_finish_scan.lease_end and a.turn = 'SCAN' for no key update;
  if not found then return; end if;
  select s.* into scan from factory_scans s where s.account_id = account and s.status = 'OPEN' and s.lease_end = factory_finish_scan.lease_end
    for no key update;
  if not found then return; end if;
  update factory_posts p set
    title = coalesce(r.title, p.title), media_type = coalesce(r."mediaType", p.media_type),
    duration_seconds = coalesce(r."durationSeconds", p.duration_seconds),
    hashtags = case when r."isGone" then p.hashtags else r.hashtags end,
    views = coalesce(r.views, p.views), views_at = case when r.views is null then p.views_at else at end,
    likes = coalesce(r.likes, p.likes), likes_at = case when r.likes is null then p.likes_at else at end,
    comments = coalesce(r.comments, p.comments), comments_at = case when r.comments is null then p.comments_at else at end,
    saves = coalesce(r.saves, p.saves), saves_at = case when r.saves is null then p.saves_at else at end,
    last_scanned_at = at, gone_scans = case when r."isGone" then p.gone_scans + 1 else 0 end
  from jsonb_to_recordset(readings) as r("contentId" text, "isGone" boolean, title text, "mediaType" text, "durationSeconds" integer, hashtags text[],
    views bigint, likes bigint, comments bigint, saves bigint)
  where p.account_id = account and p.content_id = r."contentId";
  get diagnostics answered = row_count;
  update credit_accounts c set balance = c.balance - answered, reserved = c.reserved - scan.held, spent = c.spent + answered, updated_at = at
  where c.owner_id = scan.owner_id returning c.balance into left_over;
  if answered > 0 then
    insert into credit_entries (owner_id, factory_id, kind, reason, amount, balance_after, reference, created_at)
    values (scan.owner_id, scan.factory_id, 'DEBIT', 'SCAN', answered, left_over, scan.id::text, at);
    insert into credit_days as d (owner_id, day, factory_id, debited)
    values (scan.owner_id, (at at time zone 'UTC')::date, scan.factory_id, answered)
    on conflict (owner_id, day, factory_id) do update set debited = d.debited + excluded.debited;
    update factories f set spent_credits = f.spent_credits + answered where f.id = scan.factory_id;
  end if;
  update factory_scans s set status = 'DONE', charged = answered, ended_at = at where s.id = scan.id;
  update factory_accounts a set
    turn = case when a.mode = 'LISTED' then 'SCAN' else 'LISTING' end,
    due_at = case when factory.status = 'ACTIVE' then at + factory.interval_hours * interval '1 hour' end,
    last_scanned_at = at, failures = 0,
    views = (select sum(p.views) from factory_posts p where p.account_id = account)
  where a.id = account;
end $$;

-- Returns the credits of scans whose accounts nobody has leased since, because their factory was paused.
create function factory_expire_scans(at timestamptz) returns void language sql security definer set search_path = public, pg_temp as $$
  select factory_end_scans(array(select id from factory_scans where status = 'OPEN' and lease_end < at order by lease_end limit 1000), at)
$$;

-- Ends the open scan of an account that is removed, or that its platform did not answer for.
create function factory_end_scan_of(account bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from factory_accounts where id = account for no key update;
  perform factory_end_scans(array(select id from factory_scans where account_id = account and status = 'OPEN'), at);
end $$;

-- Stops asking for the accounts of a factory that is paused or deleted, whatever has paused it, and begins again when it is active. A factory
-- without credits finishes the scans that have begun; otherwise a caller that has leased an account loses the lease. A shorter or longer interval
-- counts from the last scan.
create function factory_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from factory_accounts where factory_id = new.id order by id for no key update;
  if new.deleted_at is not null or (new.status = 'PAUSED' and new.pause_reason = 'MANUAL') then
    update factory_accounts set due_at = null where factory_id = new.id and due_at is not null;
    perform factory_end_scans(array(select id from factory_scans where factory_id = new.id and status = 'OPEN'), new.updated_at);
  elsif new.status = 'PAUSED' then
    -- All but the leased ones.
    update factory_accounts set due_at = null
    where factory_id = new.id and (due_at <= new.updated_at or due_at > new.updated_at + interval '16 minutes');
  elsif old.status = 'PAUSED' then
    -- A scan that was due is due at once.
    update factory_accounts set due_at = greatest(new.updated_at,
      case when turn = 'SCAN' then last_scanned_at else coalesce(last_scanned_at, listed_at) end + new.interval_hours * interval '1 hour')
    where factory_id = new.id and due_at is null;
  elsif new.interval_hours <> old.interval_hours then
    -- Leased ones get the new interval when they are released.
    update factory_accounts set due_at = greatest(new.updated_at, coalesce(last_scanned_at, listed_at) + new.interval_hours * interval '1 hour')
    where factory_id = new.id and status = 'ACTIVE' and turn = 'LISTING' and due_at > new.updated_at + interval '16 minutes';
  end if;
  -- Older posts are tracked, too: all pages are listed again.
  if new.tracking_days > old.tracking_days then
    update factory_accounts set listed_at = null where factory_id = new.id;
  end if;
  return null;
end $$;
create trigger factory_changed after update of status, deleted_at, interval_hours, tracking_days on factories
  for each row execute function factory_changed();

-- Deletes counts of these posts that were measured before a time (null: all), and adds the views of their accounts again.
create function factory_forget(posts bigint[], before timestamptz) returns void language plpgsql as $$
declare
  accounts bigint[] := array(select distinct p.account_id from factory_posts p where p.id = any (posts));
begin
  perform 1 from factories f where f.id in (select a.factory_id from factory_accounts a where a.id = any (accounts)) order by f.id for no key update;
  perform 1 from factory_accounts a where a.id = any (accounts) order by a.id for no key update;
  update factory_posts p set
    views = case when p.views_at >= before then p.views end, views_at = case when p.views_at >= before then p.views_at end,
    likes = case when p.likes_at >= before then p.likes end, likes_at = case when p.likes_at >= before then p.likes_at end,
    comments = case when p.comments_at >= before then p.comments end, comments_at = case when p.comments_at >= before then p.comments_at end,
    saves = case when p.saves_at >= before then p.saves end, saves_at = case when p.saves_at >= before then p.saves_at end
  where p.id = any (posts);
  update factory_accounts a set views = (select sum(p.views) from factory_posts p where p.account_id = a.id) where a.id = any (accounts);
end $$;

-- Deletes counts of posts of factories that were measured before a time, of at most max_deleted posts, and returns their number.
create function delete_old_factory_metrics(of_platform text, before timestamptz, max_deleted int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten bigint[] := array(
    select p.id from factory_posts p
    where p.platform = of_platform and least(p.views_at, p.likes_at, p.comments_at, p.saves_at) < before limit max_deleted);
begin
  perform factory_forget(forgotten, before);
  return cardinality(forgotten);
end $$;

-- Deletes the counts that factories store under grants that have ended or that their owners do not share, of at most max_deleted posts.
create function delete_factory_metrics_of_ended_grants(max_deleted int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten bigint[] := array(
    select p.id from factory_accounts a join factories f on f.id = a.factory_id join factory_posts p on p.account_id = a.id
    where a.social_account_id is not null and num_nonnulls(p.views_at, p.likes_at, p.comments_at, p.saves_at) > 0
      and not exists (select from social_grants g join social_accounts s on s.id = g.social_account_id
        where g.social_account_id = a.social_account_id and g.status = 'ACTIVE' and (s.owner_id = f.owner_id or g.shared_at is not null))
    limit max_deleted);
begin
  perform factory_forget(forgotten, null);
  return cardinality(forgotten);
end $$;

revoke execute on function factory_forget, delete_old_factory_metrics, delete_factory_metrics_of_ended_grants from public;
grant execute on function delete_old_factory_metrics, delete_factory_metrics_of_ended_grants to castline_jobs;

revoke execute on function factory_changed, factory_end_scans, factory_claim_scans, factory_finish_scan, factory_expire_scans, factory_end_scan_of from public;
grant execute on function factory_claim_scans, factory_finish_scan, factory_expire_scans to castline_jobs;
grant execute on function factory_end_scan_of to castline_service, castline_jobs;
grant update (turn) on factory_accounts to castline_jobs;
grant select on factory_scans to castline_service, castline_jobs;
