import {
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { ChannelRef, MovedResult } from '../../schema/placements/assignments.ts';
import type { EventData } from '../../schema/placements/work.ts';
import {
  assignmentEventKinds,
  assignmentStatuses,
  chosenRoles,
  disputeOutcomes,
  eventActors,
  type ProofMode,
  proofModes,
  proposalKinds,
  proposalStatuses,
  type Quantity,
  serviceTypes,
} from '../../schema/shared/enums.ts';
import type { Rights } from '../../schema/shared/text.ts';
import { amount, at, id, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { orderItems, placementOrders } from './orders.ts';
import { serviceListings } from './pricing.ts';

/** The work of a funded order item. */
export const placementAssignments = pgTable(
  'placement_assignments',
  {
    id: id(),
    orderId: idOf('order_id')
      .notNull()
      .references(() => placementOrders.id),
    orderItemId: idOf('order_item_id')
      .notNull()
      .references(() => orderItems.id)
      .unique('placement_assignments_order_item_id_key'),
    advertiserId: idOf('advertiser_id')
      .notNull()
      .references(() => users.id),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => users.id),
    serviceListingId: idOf('service_listing_id').references(() => serviceListings.id),
    type: text('type', { enum: serviceTypes }).notNull(),
    proofModes: text('proof_modes', { enum: proofModes }).array().$type<readonly ProofMode[]>().notNull(),
    channel: json('channel').$type<ChannelRef>(),
    proofTemplate: json('proof_template').$type<Record<string, unknown>>().notNull(),
    title: text('title'),
    usageTerms: text('usage_terms'),
    status: text('status', { enum: assignmentStatuses }).notNull(),
    version: integer('version').notNull().default(1),
    quantity: smallint('quantity').$type<Quantity>().notNull(),
    brief: text('brief').notNull(),
    rights: json('rights').$type<Rights>().notNull(),
    base: amount('base').notNull(),
    brandFee: amount('brand_fee').notNull(),
    creatorFee: amount('creator_fee').notNull(),
    dueAt: at('due_at').notNull(),
    acceptBy: at('accept_by').notNull(),
    approveBy: at('approve_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** The fee at the time of funding. A split computes the fee on the creator's part by it. */
    creatorFeeBps: integer('creator_fee_bps').notNull(),
    acceptedAt: at('accepted_at'),
    submittedAt: at('submitted_at'),
    endedAt: at('ended_at'),
    /** The deadline of the last reminder; a moved deadline gets a new reminder. */
    remindedDeadline: at('reminded_deadline'),
    /** The deadline of the last notice that it has passed. */
    missedDeadline: at('missed_deadline'),
    /** The first delivery; submittedAt is the last one. */
    deliveredAt: at('delivered_at'),
    /** The last request for changes. The creator again has the full time until the deadline from then on. */
    changesRequestedAt: at('changes_requested_at'),
    /** Jobs skip the assignment until then, because they failed to move it. */
    postponedUntil: at('postponed_until'),
    postponeCause: text('postpone_cause'),
    /** The end of the last suspension of a party: windows end at least 72 hours later. */
    resumedAt: at('resumed_at'),
  },
  (t) => [
    check('placement_assignments_base_check', sql`${t.base} > 0`),
    check('placement_assignments_brand_fee_check', sql`${t.brandFee} >= 0`),
    check('placement_assignments_check', sql`${t.creatorFee} >= 0 and ${t.creatorFee} <= ${t.base}`),
    check('placement_assignments_check1', sql`${t.advertiserId} <> ${t.creatorId}`),
    check('placement_assignments_creator_fee_bps_check', sql`${t.creatorFeeBps} >= 0 and ${t.creatorFeeBps} <= 10000`),
    isOneOf('placement_assignments_status_check', t.status, assignmentStatuses),
    check('placement_assignments_version_check', sql`${t.version} >= 1`),
    index('placement_assignments_advertiser').on(t.advertiserId, t.id),
    index('placement_assignments_advertiser_status').on(t.status, t.advertiserId, t.id),
    index('placement_assignments_creator').on(t.creatorId, t.id),
    index('placement_assignments_creator_status').on(t.status, t.creatorId, t.id),
    index('placement_assignments_due').on(t.dueAt).where(sql`${t.status} in ('ACCEPTED', 'CHANGES_REQUESTED')`),
    index('placement_assignments_open_advertiser').on(t.advertiserId).where(sql`${t.endedAt} is null`),
    index('placement_assignments_open_creator').on(t.creatorId).where(sql`${t.endedAt} is null`),
    index('placement_assignments_order').on(t.orderId),
    index('placement_assignments_postponed').on(t.postponedUntil).where(sql`${t.postponedUntil} is not null`),
    index('placement_assignments_status').on(t.status, t.id),
    index('placement_assignments_unaccepted').on(t.acceptBy).where(sql`${t.status} = 'PENDING'`),
    index('placement_assignments_unapproved').on(t.approveBy).where(sql`${t.status} = 'SUBMITTED'`),
  ],
);

export const assignmentEvents = pgTable(
  'assignment_events',
  {
    assignmentId: idOf('assignment_id')
      .notNull()
      .references(() => placementAssignments.id),
    seq: integer('seq').notNull(),
    id: idOf('id').generatedByDefaultAsIdentity().unique('assignment_events_id_key'),
    kind: text('kind', { enum: assignmentEventKinds }).notNull(),
    actor: text('actor', { enum: eventActors }).notNull(),
    at: at('at').notNull(),
    data: jsonb('data').$type<EventData>().notNull().default({}),
  },
  (t) => [
    primaryKey({ name: 'assignment_events_pkey', columns: [t.assignmentId, t.seq] }),
    isOneOf('assignment_events_actor_check', t.actor, eventActors),
    check('assignment_events_seq_check', sql`${t.seq} >= 1`),
    index('assignment_events_submitted').on(t.assignmentId, t.seq).where(sql`${t.kind} = 'assignment.submitted'`),
  ],
);

/** A change that one party proposes and the other decides on. One is open at a time. */
export const changeProposals = pgTable(
  'change_proposals',
  {
    id: id(),
    assignmentId: idOf('assignment_id')
      .notNull()
      .references(() => placementAssignments.id),
    kind: text('kind', { enum: proposalKinds }).notNull(),
    author: text('author', { enum: chosenRoles }).notNull(),
    status: text('status', { enum: proposalStatuses }).notNull().default('OPEN'),
    dueAt: at('due_at'),
    results: jsonb('results').$type<readonly MovedResult[]>().notNull().default([]),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    isOneOf('change_proposals_author_check', t.author, chosenRoles),
    check('change_proposals_due_date', sql`(${t.kind} = 'DUE_DATE') = (${t.dueAt} is not null)`),
    check('change_proposals_ended', sql`(${t.status} = 'OPEN') = (${t.endedAt} is null)`),
    isOneOf('change_proposals_kind_check', t.kind, proposalKinds),
    check('change_proposals_results_check', sql`jsonb_typeof(${t.results}) = 'array'`),
    isOneOf('change_proposals_status_check', t.status, proposalStatuses),
    index('change_proposals_assignment').on(t.assignmentId, t.id),
    uniqueIndex('change_proposals_one_open').on(t.assignmentId).where(sql`${t.status} = 'OPEN'`),
  ],
);

export const disputes = pgTable(
  'disputes',
  {
    assignmentId: idOf('assignment_id')
      .primaryKey()
      .references(() => placementAssignments.id),
    openedBy: text('opened_by', { enum: chosenRoles }).notNull(),
    reason: text('reason').notNull(),
    description: text('description').notNull(),
    openedAt: at('opened_at').notNull(),
    outcome: text('outcome', { enum: disputeOutcomes }),
    creatorShareBps: integer('creator_share_bps'),
    note: text('note'),
    resolvedBy: idOf('resolved_by').references(() => users.id),
    resolvedAt: at('resolved_at'),
    /** The numbers of statements, which are events of the history. */
    advertiserStatements: smallint('advertiser_statements').notNull().default(0),
    creatorStatements: smallint('creator_statements').notNull().default(0),
  },
  (t) => [
    check('disputes_creator_share_bps_check', sql`${t.creatorShareBps} >= 0 and ${t.creatorShareBps} <= 10000`),
    check('disputes_description_check', sql`length(${t.description}) >= 1 and length(${t.description}) <= 5000`),
    check('disputes_note_check', sql`length(${t.note}) <= 5000`),
    isOneOf('disputes_opened_by_check', t.openedBy, chosenRoles),
    isOneOf('disputes_outcome_check', t.outcome, disputeOutcomes),
    check('disputes_reason_check', sql`length(${t.reason}) >= 1 and length(${t.reason}) <= 200`),
    check(
      'disputes_resolved',
      sql`((${t.outcome} is null) = (${t.resolvedAt} is null)) and ((${t.outcome} is null) = (${t.resolvedBy} is null))`,
    ),
    check('disputes_statements', sql`${t.advertiserStatements} >= 0 and ${t.creatorStatements} >= 0`),
    check('disputes_split', sql`(not (${t.outcome} is distinct from 'SPLIT')) = (${t.creatorShareBps} is not null)`),
  ],
);
