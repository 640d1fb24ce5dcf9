-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 limit
create function reads.waiting_events_009c1ff1(bigint) returns table ("event" json)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select json_build_object('outboxId', "outbox"."id", 'eventId', "assignment_events"."id", 'seq', "assignment_events"."seq", 'kind', "assignment_events"."kind", 'actor', "assignment_events"."actor", 'at', iso("assignment_events"."at"), 'data', "assignment_events"."data", 'assignmentId', "placement_assignments"."id", 'orderId', "placement_assignments"."order_id", 'type', "placement_assignments"."type", 'quantity', "placement_assignments"."quantity", 'base', "placement_assignments"."base"::text, 'creatorFee', "placement_assignments"."creator_fee"::text, 'dueAt', iso("placement_assignments"."due_at"), 'acceptBy', iso("placement_assignments"."accept_by"), 'approveBy', iso("placement_assignments"."approve_by"), 'changesRequestedAt', iso("placement_assignments"."changes_requested_at"), 'advertiser', (select json_build_object('email', "users"."email", 'isEmailVerified', "users"."email_verified", 'isExternal', "users"."external_subject" is not null, 'isSuspended', "users"."suspended_at" is not null, 'userId', "users"."id", 'mutedTopics', "users"."muted_topics", 'endpointIds', (select coalesce(json_agg("webhook_endpoints"."id" order by "webhook_endpoints"."id"), '[]') from "webhook_endpoints"
      where "webhook_endpoints"."owner_id" = "users"."id" and "webhook_endpoints"."status" = 'ENABLED'
        and "webhook_endpoints"."deleted_at" is null
        and ("webhook_endpoints"."kinds" is null or "assignment_events"."kind" = any ("webhook_endpoints"."kinds")))) from "users" where "users"."id" = "placement_assignments"."advertiser_id"), 'creator', (select json_build_object('email', "users"."email", 'isEmailVerified', "users"."email_verified", 'isExternal', "users"."external_subject" is not null, 'isSuspended', "users"."suspended_at" is not null, 'userId', "users"."id", 'mutedTopics', "users"."muted_topics", 'endpointIds', (select coalesce(json_agg("webhook_endpoints"."id" order by "webhook_endpoints"."id"), '[]') from "webhook_endpoints"
      where "webhook_endpoints"."owner_id" = "users"."id" and "webhook_endpoints"."status" = 'ENABLED'
        and "webhook_endpoints"."deleted_at" is null
        and ("webhook_endpoints"."kinds" is null or "assignment_events"."kind" = any ("webhook_endpoints"."kinds")))) from "users" where "users"."id" = "placement_assignments"."creator_id")) as "event" from (select "outbox"."id", "outbox"."payload" from "outbox"
      where "outbox"."delivered_at" is null and "outbox"."topic" = 'assignment' order by "outbox"."id" limit $1) "outbox"
        join "assignment_events" on "assignment_events"."id" = ("outbox"."payload"->>'eventId')::bigint
        join "placement_assignments" on "placement_assignments"."id" = "assignment_events"."assignment_id"
        order by "outbox"."id";
end $$;
