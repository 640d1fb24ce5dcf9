-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 userId, $2 id, $3 proposalId
create function reads.action_facts_69a4f706(bigint, bigint, bigint) returns table ("assignment" json, "measured" json, "lostPosts" json, "author" text, "proposalId" double precision)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_assignments"."id", 'orderId', "placement_assignments"."order_id", 'orderItemId', "placement_assignments"."order_item_id", 'advertiserId', "placement_assignments"."advertiser_id", 'creatorId', "placement_assignments"."creator_id", 'creatorPublicId', (select "creators"."public_id" from "creators"
  where "creators"."user_id" = "placement_assignments"."creator_id"), 'creatorName', (select coalesce("creator_pages"."published_profile" ->> 'displayName', "creators"."display_name") from "creators"
    left join "creator_pages" on "creator_pages"."creator_id" = "creators"."user_id" where "creators"."user_id" = "placement_assignments"."creator_id"), 'advertiserName', (select "users"."name" from "users" where "users"."id" = "placement_assignments"."advertiser_id"), 'serviceListingId', "placement_assignments"."service_listing_id", 'type', "placement_assignments"."type", 'proofModes', "placement_assignments"."proof_modes", 'channel', "placement_assignments"."channel", 'proofTemplate', "placement_assignments"."proof_template", 'title', "placement_assignments"."title", 'usageTerms', "placement_assignments"."usage_terms", 'status', "placement_assignments"."status", 'version', "placement_assignments"."version", 'quantity', "placement_assignments"."quantity", 'brief', "placement_assignments"."brief", 'rights', "placement_assignments"."rights", 'base', "placement_assignments"."base"::text, 'brandFee', "placement_assignments"."brand_fee"::text, 'creatorFee', "placement_assignments"."creator_fee"::text, 'creatorFeeBps', "placement_assignments"."creator_fee_bps", 'dueAt', iso("placement_assignments"."due_at"), 'acceptBy', iso("placement_assignments"."accept_by"), 'approveBy', iso("placement_assignments"."approve_by"), 'acceptedAt', iso("placement_assignments"."accepted_at"), 'submittedAt', iso("placement_assignments"."submitted_at"), 'changesRequestedAt', iso("placement_assignments"."changes_requested_at"), 'endedAt', iso("placement_assignments"."ended_at"), 'isStopped', exists (select from "users"
  where "users"."id" in ("placement_assignments"."advertiser_id", "placement_assignments"."creator_id") and "users"."suspended_at" is not null), 'resumedAt', iso("placement_assignments"."resumed_at"), 'createdAt', iso("placement_assignments"."created_at"), 'updatedAt', iso("placement_assignments"."updated_at"), 'deliverables', (select coalesce(json_agg(json_build_object('id', "deliverables"."id", 'position', "deliverables"."position", 'kind', "deliverables"."kind", 'expectedAt', iso("deliverables"."expected_at"), 'description', "deliverables"."description", 'version', "deliverables"."version", 'url', "deliverables"."url", 'contentId', "deliverables"."content_id", 'publishedRevision', "deliverables"."published_revision", 'publishedAt', iso("deliverables"."published_at"), 'note', "deliverables"."note", 'proofs', (select coalesce(json_agg(json_build_object('uploadId', "private_uploads"."id", 'fileName', "private_uploads"."file_name", 'status', "private_uploads"."status", 'expiresAt', iso("private_uploads"."expires_at"), 'storedSize', case when "private_uploads"."status" = 'VERIFIED' then coalesce("private_uploads"."stored_size", "private_uploads"."size") end, 'storedSha256', 
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
  where "change_proposals"."assignment_id" = "placement_assignments"."id" and "change_proposals"."status" = 'OPEN'), 'statements', (select json_build_object('ADVERTISER', "disputes"."advertiser_statements", 'CREATOR', "disputes"."creator_statements") from "disputes"
    where "disputes"."assignment_id" = "placement_assignments"."id")) from "placement_assignments"
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
        and "proven_posts"."deliverable_id" is distinct from "deliverables"."id"
      where "deliverables"."assignment_id" = $2) as "lostPosts", (select "change_proposals"."author" from "change_proposals"
    where "change_proposals"."id" = $3 and "change_proposals"."assignment_id" = $2) as "author", nextval('change_proposals_id_seq')::float8 as "proposalId";
end $$;

drop function reads.checkout_facts_6244a6ca;

drop function reads.key_by_prefix_6d61399f;

drop function reads.quote_facts_1fc85c29;

drop function reads.waiting_events_71bc1054;

drop function reads.action_facts_d62c8600;

drop function reads.action_facts_c2ea2ef1;

drop function reads.action_facts_1b41581a;
