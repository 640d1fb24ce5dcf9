-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 userId, $2 id, $3 proposalId
create function reads.action_facts_3627b8b4(bigint, bigint, bigint) returns table ("assignment" json, "author" text, "proposalId" double precision)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_assignments"."id", 'orderId', "placement_assignments"."order_id", 'orderItemId', "placement_assignments"."order_item_id", 'advertiserId', "placement_assignments"."advertiser_id", 'creatorId', "placement_assignments"."creator_id", 'creatorPublicId', (select "creators"."public_id" from "creators"
  where "creators"."user_id" = "placement_assignments"."creator_id"), 'serviceListingId', "placement_assignments"."service_listing_id", 'type', "placement_assignments"."type", 'proofModes', "placement_assignments"."proof_modes", 'channel', "placement_assignments"."channel", 'proofTemplate', "placement_assignments"."proof_template", 'title', "placement_assignments"."title", 'usageTerms', "placement_assignments"."usage_terms", 'status', "placement_assignments"."status", 'version', "placement_assignments"."version", 'quantity', "placement_assignments"."quantity", 'brief', "placement_assignments"."brief", 'rights', "placement_assignments"."rights", 'base', "placement_assignments"."base"::text, 'brandFee', "placement_assignments"."brand_fee"::text, 'creatorFee', "placement_assignments"."creator_fee"::text, 'creatorFeeBps', "placement_assignments"."creator_fee_bps", 'dueAt', iso("placement_assignments"."due_at"), 'acceptBy', iso("placement_assignments"."accept_by"), 'approveBy', iso("placement_assignments"."approve_by"), 'acceptedAt', iso("placement_assignments"."accepted_at"), 'submittedAt', iso("placement_assignments"."submitted_at"), 'changesRequestedAt', iso("placement_assignments"."changes_requested_at"), 'endedAt', iso("placement_assignments"."ended_at"), 'isStopped', exists (select from "users"
  where "users"."id" in ("placement_assignments"."advertiser_id", "placement_assignments"."creator_id") and "users"."suspended_at" is not null), 'resumedAt', iso("placement_assignments"."resumed_at"), 'createdAt', iso("placement_assignments"."created_at"), 'updatedAt', iso("placement_assignments"."updated_at"), 'deliverables', (select coalesce(json_agg(json_build_object('id', "deliverables"."id", 'position', "deliverables"."position", 'kind', "deliverables"."kind", 'expectedAt', iso("deliverables"."expected_at"), 'description', "deliverables"."description", 'version', "deliverables"."version", 'url', "deliverables"."url", 'contentId', "deliverables"."content_id", 'publishedRevision', "deliverables"."published_revision", 'publishedAt', iso("deliverables"."published_at"), 'note', "deliverables"."note", 'proofs', (select coalesce(json_agg(json_build_object('uploadId', "private_uploads"."id", 'status', "private_uploads"."status", 'expiresAt', iso("private_uploads"."expires_at"), 'storedSize', case when "private_uploads"."status" = 'VERIFIED' then coalesce("private_uploads"."stored_size", "private_uploads"."size") end, 'storedSha256', 
    case when "private_uploads"."status" = 'VERIFIED' then encode(coalesce("private_uploads"."stored_sha256", "private_uploads"."sha256"), 'hex') end, 'virusCheck', 
    case when "private_uploads"."status" = 'VERIFIED' then coalesce("private_uploads"."virus_check", 'NOT_MADE') end) order by "deliverable_proofs"."position"), '[]') from "deliverable_proofs" join "private_uploads" on "private_uploads"."id" = "deliverable_proofs"."upload_id"
      where "deliverable_proofs"."deliverable_id" = "deliverables"."id"), 'metrics', (select coalesce(json_agg(json_build_object('views', "deliverable_measurements"."views", 'likes', "deliverable_measurements"."likes", 'comments', "deliverable_measurements"."comments", 'saves', "deliverable_measurements"."saves", 'measuredAt', iso("deliverable_measurements"."measured_at"), 'source', "deliverable_measurements"."source", 'viewDefinition', "deliverable_measurements"."view_definition", 'reason', "deliverable_measurements"."reason", 'fallen', "deliverable_measurements"."fallen")), '[]') from (select * from "deliverable_measurements"
      where "deliverable_measurements"."deliverable_id" = "deliverables"."id" and "deliverable_measurements"."content_id" = "deliverables"."content_id"
      order by "deliverable_measurements"."measured_at" desc limit 1) "deliverable_measurements")) order by "deliverables"."position"), '[]') from "deliverables" where "deliverables"."assignment_id" = "placement_assignments"."id"), 'openProposal', (select json_build_object('id', "change_proposals"."id", 'kind', "change_proposals"."kind", 'author', "change_proposals"."author", 'dueAt', iso("change_proposals"."due_at"), 'results', "change_proposals"."results", 'createdAt', iso("change_proposals"."created_at")) from "change_proposals"
  where "change_proposals"."assignment_id" = "placement_assignments"."id" and "change_proposals"."status" = 'OPEN')) from "placement_assignments"
    where "placement_assignments"."id" = $2 and $1 in ("placement_assignments"."advertiser_id", "placement_assignments"."creator_id")) as "assignment", (select "change_proposals"."author" from "change_proposals"
    where "change_proposals"."id" = $3 and "change_proposals"."assignment_id" = $2) as "author", nextval('change_proposals_id_seq')::float8 as "proposalId";
end $$;

-- $1 moved, $2 ids, $3 orderIds, $4 ended, $5 at
create function changes.begin_moves_f7fa87bf(json, bigint[], bigint[], jsonb, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  perform from "placement_orders" where "placement_orders"."id" = any ($3::bigint[]) order by "placement_orders"."id" for update;
  perform from "placement_assignments" where "placement_assignments"."id" = any ($2::bigint[])
      order by "placement_assignments"."id" for no key update;
  with moved as (select * from json_populate_recordset(null::"placement_assignments", $1::json)
    ), changed as (update "placement_assignments" set "status" = moved."status", "version" = moved."version", "due_at" = moved."due_at", "approve_by" = moved."approve_by", "updated_at" = moved."updated_at", "accepted_at" = moved."accepted_at", "submitted_at" = moved."submitted_at", "ended_at" = moved."ended_at", "delivered_at" = coalesce("placement_assignments"."delivered_at", moved.submitted_at), "changes_requested_at" = moved."changes_requested_at", "postponed_until" = null, "postpone_cause" = null from moved where "placement_assignments"."id" = any ($2::bigint[]) and "placement_assignments"."id" = moved.id and "placement_assignments"."version" = moved.version - 1 returning 1)
    select guard((select count(*) from changed) = (select count(*) from moved), 'VERSION_CONFLICT') into ignored;
  with ended as (select * from jsonb_to_recordset($4::jsonb) as ended(id bigint, status text)
    ), changed as (update "change_proposals" set "status" = ended.status, "ended_at" = $5 from ended where ("change_proposals"."id" = ended.id and "change_proposals"."status" = 'OPEN') returning 1)
    select guard((select count(*) from changed) = (select count(*) from ended), 'VERSION_CONFLICT') into ignored;
  return true;
end $$;

-- $1 ownerId, $2 key, $3 fingerprint, $4 status, $5 body, $6 createdAt
create function changes.bind_answer_46465b01(bigint, uuid, text, smallint, text, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  insert into "idempotency_keys" ("owner_id", "key", "fingerprint", "status", "body", "created_at") values ($1, $2, $3, $4, $5, $6);
  return true;
end $$;

-- $1 ownerId, $2 key, $3 fingerprint, $4 status, $5 body, $6 createdAt
create function changes.bind_answer_once_02b5220b(bigint, uuid, text, smallint, text, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  insert into "idempotency_keys" ("owner_id", "key", "fingerprint", "status", "body", "created_at") values ($1, $2, $3, $4, $5, $6) on conflict do nothing;
  return true;
end $$;

-- $1 quoteId, $2 orderId, $3 orderVersion, $4 opened, $5 promised, $6 at, $7 listings
create function changes.check_out_c53b75d8(uuid, bigint, integer, json, json, timestamp with time zone, jsonb) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  with changed as (update "placement_orders" set "status" = 'FUNDED', "updated_at" = $6 where ("placement_orders"."id" = $2 and "placement_orders"."version" = $3 and "placement_orders"."status" = 'QUOTED') returning 1) select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT') into ignored;
  perform guard(not exists (
      select from jsonb_to_recordset($7::jsonb) as seen(id bigint, version int)
      where not exists (select from "catalog_services"
  join "service_listings" on "service_listings"."id" = "catalog_services"."listing_id"
  join "channels" on "channels"."id" = "service_listings"."channel_id"
        where "service_listings"."id" = seen.id and "service_listings"."version" = seen.version and "channels"."status" = 'ACTIVE' and not is_hidden_claim("channels"))), 'VERSION_CONFLICT');
  with changed as (update "quotes" set "order_id" = $2, "order_version" = $3, "status" = 'CONSUMED' where ("quotes"."id" = $1 and "quotes"."status" = 'ACTIVE') returning 1) select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT') into ignored;
  with opened as (insert into "placement_assignments" ("id", "order_id", "order_item_id", "advertiser_id", "creator_id", "service_listing_id", "type", "proof_modes", "channel", "proof_template", "title", "usage_terms", "status", "version", "quantity", "brief", "rights", "base", "brand_fee", "creator_fee", "creator_fee_bps", "due_at", "accept_by", "approve_by", "accepted_at", "submitted_at", "changes_requested_at", "ended_at", "resumed_at", "created_at", "updated_at") select "id", "order_id", "order_item_id", "advertiser_id", "creator_id", "service_listing_id", "type", "proof_modes", "channel", "proof_template", "title", "usage_terms", "status", "version", "quantity", "brief", "rights", "base", "brand_fee", "creator_fee", "creator_fee_bps", "due_at", "accept_by", "approve_by", "accepted_at", "submitted_at", "changes_requested_at", "ended_at", "resumed_at", "created_at", "updated_at" from json_populate_recordset(null::"placement_assignments", $4::json) returning "placement_assignments"."id"
    ), promised as (insert into "deliverables" ("id", "assignment_id", "position", "kind", "description", "expected_at") select "id", "assignment_id", "position", "kind", "description", "expected_at" from json_populate_recordset(null::"deliverables", $5::json)
    ), 
  recorded as (
    insert into "assignment_events" ("assignment_id", "at", "seq", "kind", "actor")
    select opened.id, $6::timestamptz, 1, 'assignment.funded', 'ADVERTISER' from opened returning "assignment_events"."id", "assignment_events"."assignment_id", "assignment_events"."kind")
  insert into "outbox" ("topic", "payload", "created_at")
    select 'assignment', jsonb_build_object('eventId', "recorded"."id", 'kind', "recorded"."kind", 'assignmentId', "recorded"."assignment_id"), $6::timestamptz from recorded order by "recorded"."id";
  return true;
end $$;

-- $1 userId, $2 orderId, $3 quoteId
create function reads.checkout_facts_6244a6ca(bigint, bigint, uuid) returns table ("order" json, "quote" json, "listings" json, "assignmentIds" double precision[], "deliverableIds" double precision[])
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_orders"."id", 'version', "placement_orders"."version", 'status', "placement_orders"."status", 'origin', "placement_orders"."origin", 'createdAt', iso("placement_orders"."created_at"), 'updatedAt', iso("placement_orders"."updated_at"), 'items', (select coalesce(json_agg(json_build_object('id', "order_items"."id", 'serviceListingId', "order_items"."service_listing_id", 'creatorId', "order_items"."creator_id", 'creatorPublicId', "creators"."public_id", 'quantity', "order_items"."quantity", 'discountBps', "order_items"."discount_bps", 'dueAt', iso("order_items"."due_at"), 'brief', "order_items"."brief", 'results', "order_items"."results", 'rights', "order_items"."rights", 'base', "order_items"."base"::text) order by "order_items"."position"), '[]') from "order_items" join "creators" on "creators"."user_id" = "order_items"."creator_id"
      where "order_items"."order_id" = "placement_orders"."id"), 'quote', (select json_build_object('quoteId', "quotes"."id", 'version', "quotes"."version", 'status', "quotes"."status", 'orderId', "quotes"."order_id", 'orderVersion', "quotes"."order_version", 'expiresAt', iso("quotes"."expires_at"), 'payloadHash', "quotes"."payload_hash", 'brandFeeBps', "quotes"."brand_fee_bps", 'creatorFeeBps', "quotes"."creator_fee_bps", 'lines', "quotes"."lines") from "quotes"
    where "quotes"."order_id" = "placement_orders"."id" and "quotes"."status" <> 'SUPERSEDED'
    order by "quotes"."version" desc limit 1)) from "placement_orders"
    where "placement_orders"."id" = $2 and "placement_orders"."advertiser_id" = $1) as "order", (select json_build_object('quoteId', "quotes"."id", 'version', "quotes"."version", 'status', "quotes"."status", 'orderId', "quotes"."order_id", 'orderVersion', "quotes"."order_version", 'expiresAt', iso("quotes"."expires_at"), 'payloadHash', "quotes"."payload_hash", 'brandFeeBps', "quotes"."brand_fee_bps", 'creatorFeeBps', "quotes"."creator_fee_bps", 'lines', "quotes"."lines") from "quotes" where "quotes"."id" = $3 and "quotes"."advertiser_id" = $1
    and "quotes"."order_id" = $2 and "quotes"."offer" is null) as "quote", (select coalesce(json_agg(json_build_object('id', "service_listings"."id", 'version', "service_listings"."version", 'creatorId', "service_listings"."creator_id", 'creatorPublicId', "creators"."public_id", 'type', "service_listings"."type", 'proofModes', "service_listings"."proof_modes", 'basePrice', "service_listings"."base_price"::text, 'packageOptions', "service_listings"."package_options", 'channel', json_build_object('platform', "channels"."platform", 'handle', "channels"."handle", 'canonicalUrl', "channels"."canonical_url"), 'proofTemplate', "service_listings"."proof_template", 'title', "service_listings"."title", 'usageTerms', "service_listings"."usage_terms", 'termsHash', encode(sha256(convert_to(json_build_array("service_listings"."type", "service_listings"."variant",
  "service_listings"."proof_modes", "service_listings"."proof_template", "service_listings"."title", "service_listings"."usage_terms",
  "channels"."platform", "channels"."canonical_url")::text, 'UTF8')), 'hex'))), '[]') from "catalog_services"
  join "service_listings" on "service_listings"."id" = "catalog_services"."listing_id"
  join "channels" on "channels"."id" = "service_listings"."channel_id" join "creators" on "creators"."user_id" = "service_listings"."creator_id"
      where "catalog_services"."listing_id" = any (array(select "order_items"."service_listing_id" from "order_items" where "order_items"."order_id" = $2)) and "channels"."status" = 'ACTIVE' and not is_hidden_claim("channels")) as "listings", array(select nextval('placement_assignments_id_seq') from generate_series(1, (select count(*) from "order_items" where "order_items"."order_id" = $2)))::float8[] as "assignmentIds", array(select nextval('deliverables_id_seq') from generate_series(1, (select sum("order_items"."quantity") from "order_items" where "order_items"."order_id" = $2)))::float8[] as "deliverableIds";
end $$;

-- $1 quoteId, $2 orderId, $3 orderVersion, $4 opened, $5 promised, $6 at, $7 order, $8 items
create function changes.confirm_offer_81dad062(uuid, bigint, integer, json, json, timestamp with time zone, json, json) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  insert into "placement_orders" ("id", "advertiser_id", "origin", "status", "version", "created_at", "updated_at") select "id", "advertiser_id", "origin", "status", "version", "created_at", "updated_at" from json_populate_recordset(null::"placement_orders", $7::json);
  with changed as (update "quotes" set "order_id" = $2, "order_version" = $3, "status" = 'CONSUMED' where ("quotes"."id" = $1 and "quotes"."status" = 'ACTIVE') returning 1) select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT') into ignored;
  insert into "order_items" ("id", "order_id", "position", "service_listing_id", "creator_id", "quantity", "discount_bps", "due_at", "brief", "results", "rights", "base") select "id", "order_id", "position", "service_listing_id", "creator_id", "quantity", "discount_bps", "due_at", "brief", "results", "rights", "base" from json_populate_recordset(null::"order_items", $8::json);
  with opened as (insert into "placement_assignments" ("id", "order_id", "order_item_id", "advertiser_id", "creator_id", "service_listing_id", "type", "proof_modes", "channel", "proof_template", "title", "usage_terms", "status", "version", "quantity", "brief", "rights", "base", "brand_fee", "creator_fee", "creator_fee_bps", "due_at", "accept_by", "approve_by", "accepted_at", "submitted_at", "changes_requested_at", "ended_at", "resumed_at", "created_at", "updated_at") select "id", "order_id", "order_item_id", "advertiser_id", "creator_id", "service_listing_id", "type", "proof_modes", "channel", "proof_template", "title", "usage_terms", "status", "version", "quantity", "brief", "rights", "base", "brand_fee", "creator_fee", "creator_fee_bps", "due_at", "accept_by", "approve_by", "accepted_at", "submitted_at", "changes_requested_at", "ended_at", "resumed_at", "created_at", "updated_at" from json_populate_recordset(null::"placement_assignments", $4::json) returning "placement_assignments"."id"
    ), promised as (insert into "deliverables" ("id", "assignment_id", "position", "kind", "description", "expected_at") select "id", "assignment_id", "position", "kind", "description", "expected_at" from json_populate_recordset(null::"deliverables", $5::json)
    ), 
  recorded as (
    insert into "assignment_events" ("assignment_id", "at", "seq", "kind", "actor")
    select opened.id, $6::timestamptz, 1, 'assignment.funded', 'ADVERTISER' from opened returning "assignment_events"."id", "assignment_events"."assignment_id", "assignment_events"."kind")
  insert into "outbox" ("topic", "payload", "created_at")
    select 'assignment', jsonb_build_object('eventId', "recorded"."id", 'kind', "recorded"."kind", 'assignmentId', "recorded"."assignment_id"), $6::timestamptz from recorded order by "recorded"."id";
  return true;
end $$;

-- $1 ownerId, $2 amount, $3 reference, $4 at, $5 bookedBy
create function changes.deposit_funds_ff9ba6ed(bigint, bigint, text, timestamp with time zone, bigint) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_deposit($1, $2, $3, $4, $5);
  return true;
end $$;

-- $1 ownerId, $2 key
create function reads.earlier_answer_72322e06(bigint, uuid) returns table ("earlier" json)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('fingerprint', "idempotency_keys"."fingerprint", 'status', "idempotency_keys"."status", 'body', "idempotency_keys"."body") from "idempotency_keys"
      where "idempotency_keys"."owner_id" = $1 and "idempotency_keys"."key" = $2::uuid) as "earlier";
end $$;

-- $1 orderIds, $2 refundedIds, $3 deliveredIds, $4 events, $5 at
create function changes.end_moves_829f9763(bigint[], bigint[], bigint[], jsonb, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  delete from "proven_posts" where "proven_posts"."deliverable_id" in (
        select "deliverables"."id" from "deliverables" where "deliverables"."assignment_id" = any ($2::bigint[]));
  insert into "deliverable_scans" ("deliverable_id", "platform", "content_id", "delivered_at", "due_at")
    select "deliverables"."id", "placement_assignments"."channel"->>'platform', "deliverables"."content_id", $5::timestamptz, $5::timestamptz from "placement_assignments" join "deliverables" on "deliverables"."assignment_id" = "placement_assignments"."id"
      where "placement_assignments"."id" = any ($3::bigint[]) and "deliverables"."kind" = 'PUBLIC'
        and "deliverables"."content_id" is not null and "placement_assignments"."channel"->>'platform' is not null on conflict ("deliverable_id", "content_id") do update set "due_at" = coalesce("deliverable_scans"."due_at", excluded."due_at");
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

-- $1 ended, $2 at
create function changes.end_proposals_ea645e4d(jsonb, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  with ended as (select * from jsonb_to_recordset($1::jsonb) as ended(id bigint, status text)
    ), changed as (update "change_proposals" set "status" = ended.status, "ended_at" = $2 from ended where ("change_proposals"."id" = ended.id and "change_proposals"."status" = 'OPEN') returning 1)
    select guard((select count(*) from changed) = (select count(*) from ended), 'VERSION_CONFLICT') into ignored;
  return true;
end $$;

-- $1 rows
create function changes.insert_items_29e1d0fc(json) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  insert into "order_items" ("id", "order_id", "position", "service_listing_id", "creator_id", "quantity", "discount_bps", "due_at", "brief", "results", "rights", "base") select "id", "order_id", "position", "service_listing_id", "creator_id", "quantity", "discount_bps", "due_at", "brief", "results", "rights", "base" from json_populate_recordset(null::"order_items", $1::json);
  return true;
end $$;

-- $1 outboxIds, $2 messages, $3 at
create function changes.insert_messages_a12687c4(bigint[], json, timestamp with time zone) returns table ("id" bigint, "channel" text)
language plpgsql rows 1 as $$
#variable_conflict use_column
begin
  return query 
      with waiting as (
        select "outbox"."id" from "outbox"
        where "outbox"."id" = any ($1::bigint[]) and "outbox"."delivered_at" is null
        order by "outbox"."id" for update skip locked
      ), marked as (update "outbox" set "delivered_at" = $3 from waiting where "outbox"."id" = waiting.id returning "outbox"."id")
      insert into "messages" ("channel", "recipient_id", "endpoint_id", "event_id", "kind", "body", "due_at", "created_at")
    select given.channel, given."recipientId", given."endpointId", given."eventId", given.kind, given.body, $3::timestamptz, $3::timestamptz from json_to_recordset($2::json) as given("outboxId" bigint, channel text, "recipientId" bigint,
        "endpointId" bigint, "eventId" bigint, kind text, body text)
      join marked on marked.id = given."outboxId"
      order by given."eventId" on conflict do nothing returning "messages"."id" as "id", "messages"."channel" as "channel";
end $$;

-- $1 row
create function changes.insert_quote_e0967421(json) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  insert into "quotes" ("id", "advertiser_id", "order_id", "order_version", "version", "status", "expires_at", "payload_hash", "brand_fee_bps", "creator_fee_bps", "base", "brand_fee", "lines", "offer", "created_at") select "id", "advertiser_id", "order_id", "order_version", "version", "status", "expires_at", "payload_hash", "brand_fee_bps", "creator_fee_bps", "base", "brand_fee", "lines", "offer", "created_at" from json_populate_recordset(null::"quotes", $1::json);
  return true;
end $$;

-- $1 prefix
create function reads.key_by_prefix_6d61399f(text) returns table ("id" uuid, "name" text, "prefix" text, "scopes" text[], "expiresAt" timestamp with time zone, "secretHex" text, "lastUsedAt" timestamp with time zone, "ownerId" bigint, "ownerName" text, "ownerRoles" text[], "isOwnerSuspended" boolean, "isOwnerVerified" boolean)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select "api_keys"."id" as "id", "api_keys"."name" as "name", "api_keys"."prefix" as "prefix", "api_keys"."scopes" as "scopes", "api_keys"."expires_at" as "expiresAt", encode("api_keys"."secret_sha256", 'hex') as "secretHex", "api_keys"."last_used_at" as "lastUsedAt", "users"."id" as "ownerId", "users"."name" as "ownerName", "users"."roles" as "ownerRoles", "users"."suspended_at" is not null as "isOwnerSuspended", ("users"."email_verified" or "users"."external_subject" is not null) as "isOwnerVerified" from "api_keys" join "users" on "users"."id" = "api_keys"."owner_id"
      where "api_keys"."prefix" = $1 and "api_keys"."deleted_at" is null;
end $$;

-- $1 id, $2 version
create function changes.lock_assignment_8ba01746(bigint, integer) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  with held as (
      select 1 from "placement_assignments"
      where "placement_assignments"."id" = $1 and "placement_assignments"."version" = $2 for no key update)
    select guard((select count(*) from held) = 1, 'VERSION_CONFLICT') into ignored;
  return true;
end $$;

-- $1 id, $2 now, $3 since
create function changes.mark_key_used_ecec70cf(uuid, timestamp with time zone, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  update "api_keys" set "last_used_at" = $2 where ("api_keys"."id" = $1 and "api_keys"."deleted_at" is null and ("api_keys"."last_used_at" is null or "api_keys"."last_used_at" < $3));
  return true;
end $$;

-- $1 id, $2 expectedVersion, $3 status, $4 version, $5 updatedAt, $6 quoted, $7 quote
create function changes.quote_draft_75dc1166(bigint, integer, text, integer, timestamp with time zone, jsonb, json) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  with changed as (update "placement_orders" set "status" = $3, "version" = $4, "updated_at" = $5 where ("placement_orders"."id" = $1 and "placement_orders"."version" = $2 and "placement_orders"."status" in ('DRAFT', 'QUOTED')) returning 1) select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT') into ignored;
  update "order_items" set "base" = line.base from jsonb_to_recordset($6::jsonb) as line("orderItemId" bigint, base bigint) where "order_items"."order_id" = $1 and "order_items"."id" = line."orderItemId" and "order_items"."base" <> line.base;
  update "quotes" set "status" = 'SUPERSEDED' where ("quotes"."order_id" = $1 and "quotes"."status" = 'ACTIVE');
  insert into "quotes" ("id", "advertiser_id", "order_id", "order_version", "version", "status", "expires_at", "payload_hash", "brand_fee_bps", "creator_fee_bps", "base", "brand_fee", "lines", "offer", "created_at") select "id", "advertiser_id", "order_id", "order_version", "version", "status", "expires_at", "payload_hash", "brand_fee_bps", "creator_fee_bps", "base", "brand_fee", "lines", "offer", "created_at" from json_populate_recordset(null::"quotes", $7::json);
  return true;
end $$;

-- $1 userId, $2 orderId
create function reads.quote_facts_1fc85c29(bigint, bigint) returns table ("order" json, "listings" json, "latestVersion" integer)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_orders"."id", 'version', "placement_orders"."version", 'status', "placement_orders"."status", 'origin', "placement_orders"."origin", 'createdAt', iso("placement_orders"."created_at"), 'updatedAt', iso("placement_orders"."updated_at"), 'items', (select coalesce(json_agg(json_build_object('id', "order_items"."id", 'serviceListingId', "order_items"."service_listing_id", 'creatorId', "order_items"."creator_id", 'creatorPublicId', "creators"."public_id", 'quantity', "order_items"."quantity", 'discountBps', "order_items"."discount_bps", 'dueAt', iso("order_items"."due_at"), 'brief', "order_items"."brief", 'results', "order_items"."results", 'rights', "order_items"."rights", 'base', "order_items"."base"::text) order by "order_items"."position"), '[]') from "order_items" join "creators" on "creators"."user_id" = "order_items"."creator_id"
      where "order_items"."order_id" = "placement_orders"."id"), 'quote', (select json_build_object('quoteId', "quotes"."id", 'version', "quotes"."version", 'status', "quotes"."status", 'orderId', "quotes"."order_id", 'orderVersion', "quotes"."order_version", 'expiresAt', iso("quotes"."expires_at"), 'payloadHash', "quotes"."payload_hash", 'brandFeeBps', "quotes"."brand_fee_bps", 'creatorFeeBps', "quotes"."creator_fee_bps", 'lines', "quotes"."lines") from "quotes"
    where "quotes"."order_id" = "placement_orders"."id" and "quotes"."status" <> 'SUPERSEDED'
    order by "quotes"."version" desc limit 1)) from "placement_orders"
    where "placement_orders"."id" = $2 and "placement_orders"."advertiser_id" = $1) as "order", (select coalesce(json_agg(json_build_object('id', "service_listings"."id", 'version', "service_listings"."version", 'creatorId', "service_listings"."creator_id", 'creatorPublicId', "creators"."public_id", 'type', "service_listings"."type", 'proofModes', "service_listings"."proof_modes", 'basePrice', "service_listings"."base_price"::text, 'packageOptions', "service_listings"."package_options", 'channel', json_build_object('platform', "channels"."platform", 'handle', "channels"."handle", 'canonicalUrl', "channels"."canonical_url"), 'proofTemplate', "service_listings"."proof_template", 'title', "service_listings"."title", 'usageTerms', "service_listings"."usage_terms", 'termsHash', encode(sha256(convert_to(json_build_array("service_listings"."type", "service_listings"."variant",
  "service_listings"."proof_modes", "service_listings"."proof_template", "service_listings"."title", "service_listings"."usage_terms",
  "channels"."platform", "channels"."canonical_url")::text, 'UTF8')), 'hex'))), '[]') from "catalog_services"
  join "service_listings" on "service_listings"."id" = "catalog_services"."listing_id"
  join "channels" on "channels"."id" = "service_listings"."channel_id" join "creators" on "creators"."user_id" = "service_listings"."creator_id"
      where "catalog_services"."listing_id" = any (array(select "order_items"."service_listing_id" from "order_items" where "order_items"."order_id" = $2)) and "channels"."status" = 'ACTIVE' and not is_hidden_claim("channels")) as "listings", (select coalesce(max("quotes"."version"), 0) from "quotes" where "quotes"."order_id" = $2) as "latestVersion";
end $$;

-- $1 events, $2 at
create function changes.record_events_2e151707(jsonb, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  with 
  recorded as (
    insert into "assignment_events" ("assignment_id", "seq", "kind", "actor", "at", "data")
    select e."assignmentId", (select coalesce(max("assignment_events"."seq"), 0) from "assignment_events" where "assignment_events"."assignment_id" = e."assignmentId") + row_number() over (partition by e."assignmentId" order by e.n), e.kind, e.actor, $2::timestamptz, e.data from rows from (jsonb_to_recordset($1::jsonb)
        as ("assignmentId" bigint, kind text, actor text, data jsonb)) with ordinality as e("assignmentId", kind, actor, data, n)
        order by e.n returning "assignment_events"."id", "assignment_events"."assignment_id", "assignment_events"."kind")
  insert into "outbox" ("topic", "payload", "created_at")
    select 'assignment', jsonb_build_object('eventId', "recorded"."id", 'kind', "recorded"."kind", 'assignmentId', "recorded"."assignment_id"), $2::timestamptz from recorded order by "recorded"."id";
  return true;
end $$;

-- $1 ownerId, $2 key, $3 status
create function changes.release_answer_f9895667(bigint, uuid, smallint) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  delete from "idempotency_keys" where ("idempotency_keys"."owner_id" = $1 and "idempotency_keys"."key" = $2 and "idempotency_keys"."status" = $3);
  return true;
end $$;

-- $1 id, $2 expectedVersion, $3 status, $4 version, $5 updatedAt, $6 items
create function changes.replace_draft_1b8494c2(bigint, integer, text, integer, timestamp with time zone, json) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare ignored record;
begin
  with changed as (update "placement_orders" set "status" = $3, "version" = $4, "updated_at" = $5 where ("placement_orders"."id" = $1 and "placement_orders"."version" = $2 and "placement_orders"."status" in ('DRAFT', 'QUOTED')) returning 1) select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT') into ignored;
  update "quotes" set "status" = 'SUPERSEDED' where ("quotes"."order_id" = $1 and "quotes"."status" = 'ACTIVE');
  delete from "order_items" where "order_items"."order_id" = $1;
  insert into "order_items" ("id", "order_id", "position", "service_listing_id", "creator_id", "quantity", "discount_bps", "due_at", "brief", "results", "rights", "base") select "id", "order_id", "position", "service_listing_id", "creator_id", "quantity", "discount_bps", "due_at", "brief", "results", "rights", "base" from json_populate_recordset(null::"order_items", $6::json);
  return true;
end $$;

-- $1 orderId, $2 at
create function changes.reserve_funds_cbeb43ff(bigint, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_reserve($1, $2);
  return true;
end $$;

-- $1 assignmentId, $2 versions
create function changes.same_deliverables_7732d34e(bigint, jsonb) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform guard(not exists (
        select from "deliverables"
        left join jsonb_to_recordset($2::jsonb) as seen(id bigint, version int) on seen.id = "deliverables"."id"
        where "deliverables"."assignment_id" = $1 and seen.version is distinct from "deliverables"."version"), 'VERSION_CONFLICT');
  return true;
end $$;

-- $1 settlements, $2 at
create function changes.settle_holds_87b2a9ba(jsonb, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_settle($1, $2);
  return true;
end $$;

-- $1 quoteId
create function changes.still_active_quote_218cc2c9(uuid) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform guard(exists (select from "quotes" where "quotes"."id" = $1 and "quotes"."status" = 'ACTIVE'), 'VERSION_CONFLICT');
  return true;
end $$;

-- $1 limit
create function reads.waiting_events_71bc1054(bigint) returns table ("event" json)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select json_build_object('outboxId', "outbox"."id", 'eventId', "assignment_events"."id", 'seq', "assignment_events"."seq", 'kind', "assignment_events"."kind", 'actor', "assignment_events"."actor", 'at', iso("assignment_events"."at"), 'data', "assignment_events"."data", 'assignmentId', "placement_assignments"."id", 'orderId', "placement_assignments"."order_id", 'type', "placement_assignments"."type", 'quantity', "placement_assignments"."quantity", 'base', "placement_assignments"."base"::text, 'creatorFee', "placement_assignments"."creator_fee"::text, 'dueAt', iso("placement_assignments"."due_at"), 'acceptBy', iso("placement_assignments"."accept_by"), 'approveBy', iso("placement_assignments"."approve_by"), 'changesRequestedAt', iso("placement_assignments"."changes_requested_at"), 'advertiser', (select json_build_object('email', "users"."email", 'isEmailVerified', "users"."email_verified", 'isExternal', "users"."external_subject" is not null, 'isSuspended', "users"."suspended_at" is not null, 'userId', "users"."id", 'endpointIds', (select coalesce(json_agg("webhook_endpoints"."id" order by "webhook_endpoints"."id"), '[]') from "webhook_endpoints"
      where "webhook_endpoints"."owner_id" = "users"."id" and "webhook_endpoints"."status" = 'ENABLED'
        and "webhook_endpoints"."deleted_at" is null
        and ("webhook_endpoints"."kinds" is null or "assignment_events"."kind" = any ("webhook_endpoints"."kinds")))) from "users" where "users"."id" = "placement_assignments"."advertiser_id"), 'creator', (select json_build_object('email', "users"."email", 'isEmailVerified', "users"."email_verified", 'isExternal', "users"."external_subject" is not null, 'isSuspended', "users"."suspended_at" is not null, 'userId', "users"."id", 'endpointIds', (select coalesce(json_agg("webhook_endpoints"."id" order by "webhook_endpoints"."id"), '[]') from "webhook_endpoints"
      where "webhook_endpoints"."owner_id" = "users"."id" and "webhook_endpoints"."status" = 'ENABLED'
        and "webhook_endpoints"."deleted_at" is null
        and ("webhook_endpoints"."kinds" is null or "assignment_events"."kind" = any ("webhook_endpoints"."kinds")))) from "users" where "users"."id" = "placement_assignments"."creator_id")) as "event" from (select "outbox"."id", "outbox"."payload" from "outbox"
      where "outbox"."delivered_at" is null and "outbox"."topic" = 'assignment' order by "outbox"."id" limit $1) "outbox"
        join "assignment_events" on "assignment_events"."id" = ("outbox"."payload"->>'eventId')::bigint
        join "placement_assignments" on "placement_assignments"."id" = "assignment_events"."assignment_id"
        order by "outbox"."id";
end $$;

-- $1 limit, $2 now
create function reads.waiting_password_changes_0a769abf(bigint, timestamp with time zone) returns table ("change" json)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select json_build_object('outboxId', "outbox"."id", 'userId', "users"."id", 'at', iso("outbox"."created_at"), 'email', "users"."email", 'isEmailVerified', "users"."email_verified", 'isExternal', "users"."external_subject" is not null, 'isSuspended', "users"."suspended_at" is not null, 'keys', (select coalesce(json_agg(json_build_object('prefix', "api_keys"."prefix", 'createdAt', iso("api_keys"."created_at"), 'lastUsedAt', iso("api_keys"."last_used_at")) order by "api_keys"."created_at" desc, "api_keys"."id" desc), '[]') from "api_keys" where ("api_keys"."owner_id" = "users"."id" and "api_keys"."deleted_at" is null and ("api_keys"."expires_at" is null or "api_keys"."expires_at" > $2)))) as "change" from (
    select "outbox"."id", "outbox"."created_at", "outbox"."payload" from "outbox"
    where "outbox"."delivered_at" is null and "outbox"."topic" = 'password'
      and exists (select from "users" where "users"."id" = ("outbox"."payload"->>'userId')::bigint)
    order by "outbox"."id" limit $1) "outbox" join "users" on "users"."id" = ("outbox"."payload"->>'userId')::bigint order by "outbox"."id";
end $$;

-- $1 ownerId, $2 amount, $3 reference, $4 at, $5 bookedBy
create function changes.withdraw_funds_3832ba26(bigint, bigint, text, timestamp with time zone, bigint) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_withdraw($1, $2, $3, $4, $5);
  return true;
end $$;
