import { type SQL, sql } from 'drizzle-orm';
import type { AssignmentRecord } from '../schema/assignment-records.ts';
import { jsonb } from './client.ts';

/** The assignments of a funded order, with their deliverables and their first event. */
export const insertAssignments = (assignments: readonly AssignmentRecord[], at: Date): SQL => sql`
  with opened as (
    insert into placement_assignments (id, order_id, order_item_id, advertiser_id, creator_id, service_listing_id, type, proof_modes,
      channel, proof_template, title, usage_terms, status, version, quantity, brief, rights, base, brand_fee, creator_fee, due_at, accept_by, created_at, updated_at)
    select a.id, a."orderId", a."orderItemId", a."advertiserId", a."creatorId", a."serviceListingId", a.type, a."proofModes",
      a.channel, a."proofTemplate", a.title, a."usageTerms", a.status, a.version, a.quantity, a.brief, a.rights, a.base, a."brandFee", a."creatorFee",
      a."dueAt", a."acceptBy", ${at}, ${at}
    from json_to_recordset(${JSON.stringify(assignments)}::json) as a(id bigint, "orderId" bigint, "orderItemId" bigint,
      "advertiserId" bigint, "creatorId" bigint, "serviceListingId" bigint, type text, "proofModes" text[], channel json,
      "proofTemplate" json, title text, "usageTerms" text, status text, version int, quantity int, brief text, rights json, base bigint, "brandFee" bigint,
      "creatorFee" bigint, "dueAt" timestamptz, "acceptBy" timestamptz)
  ), promised as (
    insert into deliverables (id, assignment_id, position, kind, expected_at, description)
    select d.id, d."assignmentId", d.position, d.kind, d."expectedAt", d.description
    from jsonb_to_recordset(${jsonb(deliverablesOf(assignments))}) as d(id bigint, "assignmentId" bigint, position int, kind text,
      "expectedAt" timestamptz, description text)
  )
  insert into assignment_events (assignment_id, seq, kind, actor, at)
  select a.id, 1, 'assignment.funded', 'ADVERTISER', ${at} from jsonb_to_recordset(${jsonb(assignments.map(({ id }) => ({ id })))}) as a(id bigint)`;

const deliverablesOf = (assignments: readonly AssignmentRecord[]) =>
  assignments.flatMap(({ id, deliverables }) =>
    deliverables.map((deliverable) => ({ ...deliverable, assignmentId: id })),
  );
