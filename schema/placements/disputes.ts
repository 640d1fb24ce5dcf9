import * as z from 'zod';
import { assignmentStatuses, disputeOutcomes, parties, queryEnum, serviceTypes } from '../shared/enums.ts';
import { id, pathId, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { servedFile } from '../uploads/uploads.ts';
import { deliverable, proposal } from './assignments.ts';
import { event } from './work.ts';
import { workTextLengths } from './work-terms.ts';

const tag = 'Staff reviews';

const payouts = lazy(() =>
  z.strictObject({
    creator: money().describe('Paid to the creator, less the fee.'),
    platform: money().describe('Kept as fees.'),
    advertiser: money().describe('Refunded to the advertiser.'),
  }),
);

const dispute = lazy(() =>
  z
    .strictObject({
      author: z.enum(parties),
      reason: z.string(),
      description: z.string(),
      openedAt: instant(),
      outcome: z.enum(disputeOutcomes).nullable(),
      creatorShareBps: z.int().nullable(),
      note: z.string().nullable(),
      resolverId: id().nullable(),
      resolvedAt: instant().nullable(),
      payouts: payouts().nullable().describe('null before the decision.'),
    })
    .meta({ id: 'Dispute' }),
);

const staffAssignment = lazy(() =>
  z
    .strictObject({
      id: id(),
      orderId: id(),
      status: z.enum(assignmentStatuses),
      version: z.int().min(1),
      advertiserId: id(),
      creatorId: id(),
      creatorPublicId: uuid(),
      serviceListingId: id().nullable(),
      type: z.enum(serviceTypes),
      dueAt: instant(),
      amounts: z
        .strictObject({ base: money(), brandFee: money(), creatorFee: money(), total: money(), net: money() })
        .describe('Amounts of both parties.'),
      dispute: dispute().nullable(),
      createdAt: instant(),
      updatedAt: instant(),
    })
    .meta({ id: 'StaffAssignment' }),
);
export type StaffAssignmentView = z.output<ReturnType<typeof staffAssignment>>;

const staffCase = lazy(() =>
  staffAssignment()
    .extend({
      brief: z.string(),
      rights: z.record(z.string(), z.json()),
      title: z.string().nullable(),
      usageTerms: z.string().nullable(),
      deliverables: z.array(deliverable()),
      openProposal: proposal().omit({ allowedActions: true }).nullable(),
      events: z.array(event()).max(500).describe('The latest 500 events of the history, oldest first.'),
      eventsTotal: z.int().min(0).describe('Number of all events. The list of events has all of them.'),
      files: z
        .array(
          z.strictObject({
            uploadId: uuid(),
            deliverableId: id().nullable().describe('The result of the file; null for a file of a statement.'),
            statementSeq: z
              .int()
              .min(1)
              .nullable()
              .describe('seq of the assignment.statement_added event with the file; null for a file of a result.'),
            submissions: z
              .array(z.int().min(1))
              .max(100)
              .describe(
                'seq of each assignment.submitted event with the file: the latest 100, oldest first. Empty if no submission contained ' +
                  'it, and for a file of a statement. deliverables has the present files of each result.',
              ),
            fileName: z.string(),
            ...servedFile(),
          }),
        )
        .describe(
          'Every verified file that a result lists now, that was ever submitted, or that is part of a statement.',
        ),
    })
    .meta({ id: 'StaffCase' }),
);
export type StaffCaseView = z.output<ReturnType<typeof staffCase>>;

const staff = { access: 'staff', tag } as const;

export const ListCases = declare({
  ...staff,
  name: 'ListCases',
  method: 'get',
  path: '/staff/assignments',
  summary: 'List assignments',
  description:
    'Lists assignments, oldest first: DISPUTED ones by default. `suspended=true` lists those that are paused because a party is ' +
    'suspended, in any open state or in the given `status`.',
  query: () =>
    z.object({
      ...idPage(),
      status: queryEnum(assignmentStatuses).optional(),
      suspended: z.literal('true').optional(),
    }),
  success: 200,
  answer: () => listOf(staffAssignment()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const GetCase = declare({
  ...staff,
  name: 'GetCase',
  method: 'get',
  path: '/staff/assignments/{id}',
  summary: 'Get an assignment with its history and its files',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(staffCase()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const ListCaseEvents = declare({
  ...staff,
  name: 'ListCaseEvents',
  method: 'get',
  path: '/staff/assignments/{id}/events',
  summary: 'List all events of an assignment',
  description: 'The same events that the parties can read, oldest first.',
  params: () => z.object({ id: pathId() }),
  query: () => z.object(idPage()),
  success: 200,
  answer: () => listOf(event()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

const settlement = lazy(() =>
  payouts()
    .extend({ creatorShareBps: z.int().min(0).max(10_000).describe('Share of the price for the creator.') })
    .meta({ id: 'Settlement' }),
);
export type SettlementView = z.output<ReturnType<typeof settlement>>;

export const PreviewSettlement = declare({
  ...staff,
  name: 'PreviewSettlement',
  method: 'get',
  path: '/staff/assignments/{id}/settlement',
  summary: 'Preview the amounts of a split',
  description:
    'Returns the exact amounts that a SPLIT with this share would pay. 10000 differs from RELEASE only in the outcome.',
  params: () => z.object({ id: pathId() }),
  query: () =>
    z.object({
      creatorShareBps: z
        .string()
        .regex(/^\d{1,5}$/, 'must be a whole number')
        .transform(Number)
        .refine((bps) => bps <= 10_000, 'must be at most 10000')
        .meta({ type: 'integer', minimum: 0, maximum: 10_000 })
        .describe('Share of the price for the creator, in basis points.'),
    }),
  success: 200,
  answer: () => dataOf(settlement()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

const resolution = lazy(() =>
  z
    .strictObject({
      outcome: z.enum(disputeOutcomes),
      creatorShareBps: z
        .int()
        .min(0)
        .max(10_000)
        .optional()
        .describe('Share of the price for the creator. Required for SPLIT, and only allowed there.'),
      note: words(workTextLengths.resolutionNoteLength).describe('Both parties can read it.'),
      eventsRead: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe(
          'eventsTotal of the case as staff read it. If the case has more events now, the response is 409 VERSION_CONFLICT.',
        ),
    })
    .refine(({ outcome, creatorShareBps }) => (outcome === 'SPLIT') === (creatorShareBps !== undefined), {
      path: ['creatorShareBps'],
      message: 'is required for SPLIT, and allowed only there',
    }),
);
export type Resolution = z.output<ReturnType<typeof resolution>>;

export const ResolveDispute = declare({
  ...staff,
  name: 'ResolveDispute',
  method: 'post',
  path: '/staff/assignments/{id}/resolve',
  summary: 'Resolve a dispute',
  description:
    'Ends the dispute. RELEASE pays the creator (APPROVED), REFUND refunds the advertiser (CANCELLED), SPLIT pays the ' +
    'creator its share of the price and refunds the rest (RESOLVED). The decision is final. Staff cannot decide disputes ' +
    'to which they are a party.',
  params: () => z.object({ id: pathId() }),
  body: resolution,
  success: 200,
  answer: () => dataOf(staffAssignment()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED', 'VERSION_CONFLICT'],
  idempotency: 'required',
  rate: 'money',
});
