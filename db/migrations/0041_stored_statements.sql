-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 userId, $2 id, $3 proposalId
create function reads.action_facts_d62c8600(bigint, bigint, bigint) returns table ("assignment" json, "measured" json, "lostPosts" json, "author" text, "proposalId" double precision)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_assignments"."id", 'orderId', "placement_assignments"."order_id", 'orderItemId', "placement_assignments"."order_item_id", 'advertiserId', "placement_assignments"."advertiser_id", 'creatorId', "placement_assignments"."creator_id", 'creatorPublicId', (select "creators"."public_id" from "creators"
  where "creators"."user_id" = "placement_assignments"."creator_id"), 'serviceListingId', "placement_assignments"."service_listing_id", 'type', "placement_assignments"."type", 'proofModes', "placement_assignments"."proof_modes", 'channel', "placement_assignments"."channel", 'proofTemplate', "placement_assignments"."proof_template", 'title', "placement_assignments"."title", 'usageTerms', "placement_assignments"."usage_terms", 'status', "placement_assignments"."status", 'version', "placement_assignments"."version", 'quantity', "placement_assignments"."quantity", 'brief', "placement_assignments"."brief", 'rights', "placement_assignments"."rights", 'base', "placement_assignments"."base"::text, 'brandFee', "placement_assignments"."brand_fee"::text, 'creatorFee', "placement_assignments"."creator_fee"::text, 'creatorFeeBps', "placement_assignments"."creator_fee_bps", 'dueAt', iso("placement_assignments"."due_at"), 'acceptBy', iso("placement_assignments"."accept_by"), 'approveBy', iso("placement_assignments"."approve_by"), 'acceptedAt', iso("placement_assignments"."accepted_at"), 'submittedAt', iso("placement_assignments"."submitted_at"), 'changesRequestedAt', iso("placement_assignments"."changes_requested_at"), 'endedAt', iso("placement_assignments"."ended_at"), 'isStopped', exists (select from "users"
  where "users"."id" in ("placement_assignments"."advertiser_id", "placement_assignments"."creator_id") and "users"."suspended_at" is not null), 'resumedAt', iso("placement_assignments"."resumed_at"), 'createdAt', iso("placement_assignments"."created_at"), 'updatedAt', iso("placement_assignments"."updated_at"), 'deliverables', (select coalesce(json_agg(json_build_object('id', "deliverables"."id", 'position', "deliverables"."position", 'kind', "deliverables"."kind", 'expectedAt', iso("deliverables"."expected_at"), 'description', "deliverables"."description", 'version', "deliverables"."version", 'url', "deliverables"."url", 'contentId', "deliverables"."content_id", 'publishedRevision', "deliverables"."published_revision", 'publishedAt', iso("deliverables"."published_at"), 'note', "deliverables"."note", 'proofs', (select coalesce(json_agg(json_build_object('uploadId', "private_uploads"."id", 'status', "private_uploads"."status", 'expiresAt', iso("private_uploads"."expires_at"), 'storedSize', case when "private_uploads"."status" = 'VERIFIED' then coalesce("private_uploads"."stored_size", "private_uploads"."size") end, 'storedSha256', 
    case when "private_uploads"."status" = 'VERIFIED' then encode(coalesce("private_uploads"."stored_sha256", "private_uploads"."sha256"), 'hex') end, 'virusCheck', 
    case when "private_uploads"."status" = 'VERIFIED' then coalesce("private_uploads"."virus_check", 'NOT_MADE') end) order by "deliverable_proofs"."position"), '[]') from "deliverable_proofs" join "private_uploads" on "private_uploads"."id" = "deliverable_proofs"."upload_id"
      where "deliverable_proofs"."deliverable_id" = "deliverables"."id"), 'metrics', (select coalesce(json_agg(json_build_object('views', "post_measurements"."views", 'likes', "post_measurements"."likes", 'comments', "post_measurements"."comments", 'saves', "post_measurements"."saves", 'measuredAt', iso("post_measurements"."measured_at"), 'source', "post_measurements"."source", 'viewDefinition', "post_measurements"."view_definition", 'reasons', "post_measurements"."reasons", 'fallen', "post_measurements"."fallen", 'isByGrant', "post_measurements"."grant_account_id" is not null, 'grantOwnerId', "social_accounts"."owner_id", 'isPublisherNamed', "posts"."owner_external_id" is not null, 'publisherOwnerId', (select "publisher"."owner_id" from "social_accounts" "publisher"
    where "publisher"."platform" = "posts"."platform" and "publisher"."external_id" = "posts"."owner_external_id"
      and "publisher"."is_verified" and "publisher"."status" not in ('SOLD', 'DELETED')), 'isPublishedElsewhere', exists (select from "social_accounts" "expected" where "expected"."id" = "deliverable_scans"."social_account_id" and "expected"."external_id" <> "posts"."owner_external_id"), 'isGrantActive', coalesce(("social_grants"."status" = 'ACTIVE' and ("social_accounts"."status" = 'ACTIVE'
  and not exists (select from "users" where "users"."id" = "social_accounts"."owner_id" and "users"."suspended_at" is not null))), false), 'isConsented', "social_grants"."shared_at" is not null)), '[]') from "deliverable_scans" join "posts" on "posts"."id" = "deliverable_scans"."post_id"
  cross join lateral (select * from "post_measurements" where "post_measurements"."post_id" = "posts"."id"
    order by "post_measurements"."measured_at" desc limit 1) "post_measurements" left join "social_grants" on "social_grants"."social_account_id" = "post_measurements"."grant_account_id"
  left join "social_accounts" on "social_accounts"."id" = "social_grants"."social_account_id"
  where "deliverable_scans"."deliverable_id" = "deliverables"."id" and "deliverable_scans"."content_id" = "deliverables"."content_id" and ("social_grants"."forget_before" is null or "post_measurements"."measured_at" >= "social_grants"."forget_before"))) order by "deliverables"."position"), '[]') from "deliverables" where "deliverables"."assignment_id" = "placement_assignments"."id"), 'openProposal', (select json_build_object('id', "change_proposals"."id", 'kind', "change_proposals"."kind", 'author', "change_proposals"."author", 'dueAt', iso("change_proposals"."due_at"), 'results', "change_proposals"."results", 'createdAt', iso("change_proposals"."created_at")) from "change_proposals"
  where "change_proposals"."assignment_id" = "placement_assignments"."id" and "change_proposals"."status" = 'OPEN')) from "placement_assignments"
    where "placement_assignments"."id" = $2 and $1 in ("placement_assignments"."advertiser_id", "placement_assignments"."creator_id")) as "assignment", (select coalesce(json_agg(json_build_object('deliverableId', "deliverables"."id", 'metrics', json_build_object('views', "post_measurements"."views", 'likes', "post_measurements"."likes", 'comments', "post_measurements"."comments", 'saves', "post_measurements"."saves", 'measuredAt', iso("post_measurements"."measured_at"), 'source', "post_measurements"."source", 'viewDefinition', "post_measurements"."view_definition", 'reasons', "post_measurements"."reasons", 'fallen', "post_measurements"."fallen", 'isByGrant', "post_measurements"."grant_account_id" is not null, 'grantOwnerId', "social_accounts"."owner_id", 'isPublisherNamed', "posts"."owner_external_id" is not null, 'publisherOwnerId', (select "publisher"."owner_id" from "social_accounts" "publisher"
    where "publisher"."platform" = "posts"."platform" and "publisher"."external_id" = "posts"."owner_external_id"
      and "publisher"."is_verified" and "publisher"."status" not in ('SOLD', 'DELETED')), 'isPublishedElsewhere', exists (select from "social_accounts" "expected" where "expected"."id" = coalesce((select "social_accounts"."id" from "social_accounts"
  where "social_accounts"."id" = "channels"."social_account_id" and "social_accounts"."status" not in ('SOLD', 'DELETED')), (select min("social_accounts"."id") from "social_accounts"
  where "social_accounts"."owner_id" = "placement_assignments"."creator_id" and "social_accounts"."platform" = "placement_assignments"."channel"->>'platform'
    and lower("social_accounts"."handle") = lower("placement_assignments"."channel"->>'handle')
    and "social_accounts"."is_verified" and "social_accounts"."status" not in ('SOLD', 'DELETED'))) and "expected"."external_id" <> "posts"."owner_external_id"), 'isGrantActive', coalesce(("social_grants"."status" = 'ACTIVE' and ("social_accounts"."status" = 'ACTIVE'
  and not exists (select from "users" where "users"."id" = "social_accounts"."owner_id" and "users"."suspended_at" is not null))), false), 'isConsented', "social_grants"."shared_at" is not null))), '[]') from "deliverables" join "placement_assignments" on "placement_assignments"."id" = "deliverables"."assignment_id"
        left join "service_listings" on "service_listings"."id" = "placement_assignments"."service_listing_id"
        left join "channels" on "channels"."id" = "service_listings"."channel_id"
        join "posts" on "posts"."platform" = "placement_assignments"."channel"->>'platform' and "posts"."content_id" = "deliverables"."content_id"
  cross join lateral (select * from "post_measurements" where "post_measurements"."post_id" = "posts"."id"
    order by "post_measurements"."measured_at" desc limit 1) "post_measurements" left join "social_grants" on "social_grants"."social_account_id" = "post_measurements"."grant_account_id"
  left join "social_accounts" on "social_accounts"."id" = "social_grants"."social_account_id"
  where "deliverables"."assignment_id" = $2 and ("social_grants"."forget_before" is null or "post_measurements"."measured_at" >= "social_grants"."forget_before")) as "measured", (select coalesce(json_agg("deliverables"."position" order by "deliverables"."position"), '[]') from "deliverables" join "placement_assignments" on "placement_assignments"."id" = "deliverables"."assignment_id"
      join "proven_posts" on "proven_posts"."platform" = "placement_assignments"."channel"->>'platform' and "proven_posts"."content_id" = "deliverables"."content_id"
        and "proven_posts"."deliverable_id" <> "deliverables"."id"
      where "deliverables"."assignment_id" = $2) as "lostPosts", (select "change_proposals"."author" from "change_proposals"
    where "change_proposals"."id" = $3 and "change_proposals"."assignment_id" = $2) as "author", nextval('change_proposals_id_seq')::float8 as "proposalId";
end $$;

-- $1 orderIds, $2 refundedIds, $3 deliveredIds, $4 events, $5 at
create function changes.end_moves_dcfa6bce(bigint[], bigint[], bigint[], jsonb, timestamp with time zone) returns boolean
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
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") or exists (select from "social_accounts" where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."status" in ('SOLD', 'DELETED'))) then "posts"."social_account_id"
  else coalesce(excluded."social_account_id",
    case when exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") or "posts"."owner_external_id" is null then "posts"."social_account_id" end) end then excluded."due_at"
      else coalesce("posts"."due_at", excluded."due_at") end, "social_account_id" = case when not (not exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") or exists (select from "social_accounts" where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."status" in ('SOLD', 'DELETED'))) then "posts"."social_account_id"
  else coalesce(excluded."social_account_id",
    case when exists (select from "social_accounts"
  where "social_accounts"."id" = "posts"."social_account_id" and "social_accounts"."external_id" = "posts"."owner_external_id") or "posts"."owner_external_id" is null then "posts"."social_account_id" end) end returning "posts"."id", "posts"."platform", "posts"."content_id") insert into "deliverable_scans" ("deliverable_id", "platform", "content_id", "post_id", "social_account_id", "delivered_at")
    select delivered.deliverable_id, delivered.platform, delivered.content_id, tracked.id, delivered.account_id, $5::timestamptz from delivered join tracked using (platform, content_id) on conflict ("deliverable_id", "content_id") do update set "post_id" = excluded."post_id", "social_account_id" = coalesce(excluded."social_account_id", "deliverable_scans"."social_account_id");
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

drop function reads.action_facts_489fbd5a;

drop function changes.end_moves_d21ec38c;
