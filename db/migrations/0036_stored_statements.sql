-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 orderIds, $2 refundedIds, $3 deliveredIds, $4 events, $5 at
create function changes.end_moves_d21ec38c(bigint[], bigint[], bigint[], jsonb, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  delete from "proven_posts" where "proven_posts"."deliverable_id" in (
        select "deliverables"."id" from "deliverables" where "deliverables"."assignment_id" = any ($2::bigint[]));
  with delivered as materialized (
    select "deliverables"."id" as deliverable_id, "placement_assignments"."channel"->>'platform' as platform, "deliverables"."content_id" as content_id,
      coalesce((select "social_accounts"."id" from "social_accounts"
  where "social_accounts"."id" = "channels"."social_account_id" and "social_accounts"."status" not in ('SOLD', 'DELETED')), (select min("social_accounts"."id") from "social_accounts"
  where "social_accounts"."owner_id" = "placement_assignments"."creator_id" and "social_accounts"."platform" = "placement_assignments"."channel"->>'platform'
    and lower("social_accounts"."handle") = lower("placement_assignments"."channel"->>'handle')
    and "social_accounts"."is_verified" and "social_accounts"."status" not in ('SOLD', 'DELETED'))) as account_id
    from "placement_assignments" join "deliverables" on "deliverables"."assignment_id" = "placement_assignments"."id"
    left join "service_listings" on "service_listings"."id" = "placement_assignments"."service_listing_id"
    left join "channels" on "channels"."id" = "service_listings"."channel_id"
    where "placement_assignments"."id" = any ($3::bigint[]) and "deliverables"."kind" = 'PUBLIC'
      and "deliverables"."content_id" is not null and "placement_assignments"."channel"->>'platform' is not null),
    tracked as (insert into "posts" ("platform", "content_id", "social_account_id", "due_at", "created_at")
    select platform, content_id, max(account_id), $5::timestamptz, $5::timestamptz from delivered group by 1, 2 order by 1, 2 on conflict ("platform", "content_id") do update set "due_at" = case when "posts"."social_account_id" is distinct from case when not (not exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") or exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."status" in ('SOLD', 'DELETED'))) then "posts"."social_account_id"
  else coalesce(excluded."social_account_id", case when exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") then "posts"."social_account_id" end) end then excluded."due_at"
      else coalesce("posts"."due_at", excluded."due_at") end, "social_account_id" = case when not (not exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") or exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."status" in ('SOLD', 'DELETED'))) then "posts"."social_account_id"
  else coalesce(excluded."social_account_id", case when exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") then "posts"."social_account_id" end) end returning "posts"."id", "posts"."platform", "posts"."content_id") insert into "deliverable_scans" ("deliverable_id", "platform", "content_id", "post_id", "delivered_at")
    select delivered.deliverable_id, delivered.platform, delivered.content_id, tracked.id, $5::timestamptz from delivered join tracked using (platform, content_id) on conflict ("deliverable_id", "content_id") do update set "post_id" = excluded."post_id";
  update "placement_orders" set "status" = derived.status, "updated_at" = $5 from (select "placement_assignments"."order_id" as order_id, case
          when not bool_and("placement_assignments"."ended_at" is not null) then
            case when bool_or("placement_assignments"."accepted_at" is not null) then 'IN_PROGRESS' else 'FUNDED' end
          when bool_or("placement_assignments"."status" in ('APPROVED', 'RESOLVED')) then 'COMPLETED'
          else 'CANCELLED' end as status
        from "placement_assignments" where "placement_assignments"."order_id" = any ($1::bigint[]) group by 1) derived where "placement_orders"."id" = derived.order_id and "placement_orders"."status" <> derived.status;
  with 
  recorded as (
    insert into "assignment_events" ("assignment_id", "seq", "kind", "actor", "at", "data")
    select e."assignmentId", (select coalesce(max("assignment_events"."seq"), 0) from "assignment_events" where "assignment_events"."assignment_id" = e."assignmentId") + row_number() over (partition by e."assignmentId" order by e.n), e.kind, e.actor, $5::timestamptz, e.data from rows from (jsonb_to_recordset($4::jsonb)
        as ("assignmentId" bigint, kind text, actor text, data jsonb)) with ordinality as e("assignmentId", kind, actor, data, n)
        order by e.n returning "assignment_events"."id", "assignment_events"."assignment_id", "assignment_events"."kind")
  insert into "outbox" ("topic", "payload", "created_at")
    select 'assignment', jsonb_build_object('eventId', "recorded"."id", 'kind', "recorded"."kind", 'assignmentId', "recorded"."assignment_id"), $5::timestamptz from recorded order by "recorded"."id";
  return true;
end $$;
