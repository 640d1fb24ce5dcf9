-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 userId, $2 orderId, $3 quoteId
create function reads.checkout_facts_3cfa4d8e(bigint, bigint, uuid) returns table ("order" json, "quote" json, "listings" json, "assignmentIds" double precision[], "deliverableIds" double precision[])
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_orders"."id", 'version', "placement_orders"."version", 'status', "placement_orders"."status", 'origin', "placement_orders"."origin", 'createdAt', iso("placement_orders"."created_at"), 'updatedAt', iso("placement_orders"."updated_at"), 'items', (select coalesce(json_agg(json_build_object('id', "order_items"."id", 'serviceListingId', "order_items"."service_listing_id", 'title', (select "service_listings"."title" from "service_listings"
    where "service_listings"."id" = "order_items"."service_listing_id"), 'creatorId', "order_items"."creator_id", 'creatorPublicId', "creators"."public_id", 'creatorName', (select coalesce("creator_pages"."published_profile" ->> 'displayName', "creators"."display_name") from "creators"
    left join "creator_pages" on "creator_pages"."creator_id" = "creators"."user_id" where "creators"."user_id" = "order_items"."creator_id"), 'quantity', "order_items"."quantity", 'discountBps', "order_items"."discount_bps", 'dueAt', iso("order_items"."due_at"), 'brief', "order_items"."brief", 'results', "order_items"."results", 'rights', "order_items"."rights", 'base', "order_items"."base"::text, 'assignment', (select json_build_object('id', "placement_assignments"."id", 'status', "placement_assignments"."status")
    from "placement_assignments"
    where "placement_assignments"."order_id" = "order_items"."order_id" and "placement_assignments"."order_item_id" = "order_items"."id")) order by "order_items"."position"), '[]') from "order_items" join "creators" on "creators"."user_id" = "order_items"."creator_id"
      where "order_items"."order_id" = "placement_orders"."id"), 'quote', (select json_build_object('quoteId', "quotes"."id", 'version', "quotes"."version", 'status', "quotes"."status", 'orderId', "quotes"."order_id", 'orderVersion', "quotes"."order_version", 'expiresAt', iso("quotes"."expires_at"), 'payloadHash', "quotes"."payload_hash", 'brandFeeBps', "quotes"."brand_fee_bps", 'creatorFeeBps', "quotes"."creator_fee_bps", 'lines', "quotes"."lines") from "quotes"
    where "quotes"."order_id" = "placement_orders"."id" and "quotes"."status" <> 'SUPERSEDED'
    order by "quotes"."version" desc limit 1)) from "placement_orders"
    where "placement_orders"."id" = $2 and "placement_orders"."advertiser_id" = $1) as "order", (select json_build_object('quoteId', "quotes"."id", 'version', "quotes"."version", 'status', "quotes"."status", 'orderId', "quotes"."order_id", 'orderVersion', "quotes"."order_version", 'expiresAt', iso("quotes"."expires_at"), 'payloadHash', "quotes"."payload_hash", 'brandFeeBps', "quotes"."brand_fee_bps", 'creatorFeeBps', "quotes"."creator_fee_bps", 'lines', "quotes"."lines") from "quotes" where "quotes"."id" = $3 and "quotes"."advertiser_id" = $1
    and "quotes"."order_id" = $2 and "quotes"."offer" is null) as "quote", (select coalesce(json_agg(json_build_object('id', "service_listings"."id", 'version', "service_listings"."version", 'creatorId', "service_listings"."creator_id", 'creatorPublicId', "creators"."public_id", 'creatorName', (select coalesce("creator_pages"."published_profile" ->> 'displayName', "creators"."display_name") from "creators"
    left join "creator_pages" on "creator_pages"."creator_id" = "creators"."user_id" where "creators"."user_id" = "service_listings"."creator_id"), 'type', "service_listings"."type", 'proofModes', "service_listings"."proof_modes", 'basePrice', "service_listings"."base_price"::text, 'packageOptions', "service_listings"."package_options", 'channel', json_build_object('platform', "channels"."platform", 'handle', "channels"."handle", 'canonicalUrl', "channels"."canonical_url"), 'proofTemplate', "service_listings"."proof_template", 'title', "service_listings"."title", 'usageTerms', "service_listings"."usage_terms", 'termsHash', encode(sha256(convert_to(json_build_array("service_listings"."type", "service_listings"."variant",
  "service_listings"."proof_modes", "service_listings"."proof_template", "service_listings"."title", "service_listings"."usage_terms",
  "channels"."platform", "channels"."canonical_url")::text, 'UTF8')), 'hex'))), '[]') from "catalog_services"
  join "service_listings" on "service_listings"."id" = "catalog_services"."listing_id"
  join "channels" on "channels"."id" = "service_listings"."channel_id" join "creators" on "creators"."user_id" = "service_listings"."creator_id"
      where "catalog_services"."listing_id" = any (array(select "order_items"."service_listing_id" from "order_items" where "order_items"."order_id" = $2)) and "channels"."status" = 'ACTIVE' and not is_hidden_claim("channels")) as "listings", array(select nextval('placement_assignments_id_seq') from generate_series(1, (select count(*) from "order_items" where "order_items"."order_id" = $2)))::float8[] as "assignmentIds", array(select nextval('deliverables_id_seq') from generate_series(1, (select sum("order_items"."quantity") from "order_items" where "order_items"."order_id" = $2)))::float8[] as "deliverableIds";
end $$;

-- $1 userId, $2 orderId
create function reads.quote_facts_6b145319(bigint, bigint) returns table ("order" json, "listings" json, "latestVersion" integer)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select (select json_build_object('id', "placement_orders"."id", 'version', "placement_orders"."version", 'status', "placement_orders"."status", 'origin', "placement_orders"."origin", 'createdAt', iso("placement_orders"."created_at"), 'updatedAt', iso("placement_orders"."updated_at"), 'items', (select coalesce(json_agg(json_build_object('id', "order_items"."id", 'serviceListingId', "order_items"."service_listing_id", 'title', (select "service_listings"."title" from "service_listings"
    where "service_listings"."id" = "order_items"."service_listing_id"), 'creatorId', "order_items"."creator_id", 'creatorPublicId', "creators"."public_id", 'creatorName', (select coalesce("creator_pages"."published_profile" ->> 'displayName', "creators"."display_name") from "creators"
    left join "creator_pages" on "creator_pages"."creator_id" = "creators"."user_id" where "creators"."user_id" = "order_items"."creator_id"), 'quantity', "order_items"."quantity", 'discountBps', "order_items"."discount_bps", 'dueAt', iso("order_items"."due_at"), 'brief', "order_items"."brief", 'results', "order_items"."results", 'rights', "order_items"."rights", 'base', "order_items"."base"::text, 'assignment', (select json_build_object('id', "placement_assignments"."id", 'status', "placement_assignments"."status")
    from "placement_assignments"
    where "placement_assignments"."order_id" = "order_items"."order_id" and "placement_assignments"."order_item_id" = "order_items"."id")) order by "order_items"."position"), '[]') from "order_items" join "creators" on "creators"."user_id" = "order_items"."creator_id"
      where "order_items"."order_id" = "placement_orders"."id"), 'quote', (select json_build_object('quoteId', "quotes"."id", 'version', "quotes"."version", 'status', "quotes"."status", 'orderId', "quotes"."order_id", 'orderVersion', "quotes"."order_version", 'expiresAt', iso("quotes"."expires_at"), 'payloadHash', "quotes"."payload_hash", 'brandFeeBps', "quotes"."brand_fee_bps", 'creatorFeeBps', "quotes"."creator_fee_bps", 'lines', "quotes"."lines") from "quotes"
    where "quotes"."order_id" = "placement_orders"."id" and "quotes"."status" <> 'SUPERSEDED'
    order by "quotes"."version" desc limit 1)) from "placement_orders"
    where "placement_orders"."id" = $2 and "placement_orders"."advertiser_id" = $1) as "order", (select coalesce(json_agg(json_build_object('id', "service_listings"."id", 'version', "service_listings"."version", 'creatorId', "service_listings"."creator_id", 'creatorPublicId', "creators"."public_id", 'creatorName', (select coalesce("creator_pages"."published_profile" ->> 'displayName', "creators"."display_name") from "creators"
    left join "creator_pages" on "creator_pages"."creator_id" = "creators"."user_id" where "creators"."user_id" = "service_listings"."creator_id"), 'type', "service_listings"."type", 'proofModes', "service_listings"."proof_modes", 'basePrice', "service_listings"."base_price"::text, 'packageOptions', "service_listings"."package_options", 'channel', json_build_object('platform', "channels"."platform", 'handle', "channels"."handle", 'canonicalUrl', "channels"."canonical_url"), 'proofTemplate', "service_listings"."proof_template", 'title', "service_listings"."title", 'usageTerms', "service_listings"."usage_terms", 'termsHash', encode(sha256(convert_to(json_build_array("service_listings"."type", "service_listings"."variant",
  "service_listings"."proof_modes", "service_listings"."proof_template", "service_listings"."title", "service_listings"."usage_terms",
  "channels"."platform", "channels"."canonical_url")::text, 'UTF8')), 'hex'))), '[]') from "catalog_services"
  join "service_listings" on "service_listings"."id" = "catalog_services"."listing_id"
  join "channels" on "channels"."id" = "service_listings"."channel_id" join "creators" on "creators"."user_id" = "service_listings"."creator_id"
      where "catalog_services"."listing_id" = any (array(select "order_items"."service_listing_id" from "order_items" where "order_items"."order_id" = $2)) and "channels"."status" = 'ACTIVE' and not is_hidden_claim("channels")) as "listings", (select coalesce(max("quotes"."version"), 0) from "quotes" where "quotes"."order_id" = $2) as "latestVersion";
end $$;

drop function reads.checkout_facts_ef78f223;

drop function reads.quote_facts_70c1545f;
