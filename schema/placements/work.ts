import * as z from 'zod';
import { assignmentEventKinds, assignmentStatuses, eventActors, parties, queryEnum } from '../shared/enums.ts';
import { id, pathId, version } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { assignment, deliverable } from './assignments.ts';

/** Maximal lengths of the texts that parties write about the work and staff about a dispute. */
export const workTextLengths = {
  changesReasonLength: 2_000,
  issueReasonLength: 200,
  issueDescriptionLength: 5_000,
  deliverableNoteLength: 2_000,
  resolutionNoteLength: 5_000,
} as const;

const tag = 'Placement assignments';
const expectedVersion = lazy(() => version().describe('The version of the assignment that you decided on.'));
const path = '/placement-assignments/{id}';
const params = lazy(() => z.object({ id: pathId() }));
const proposalParams = lazy(() => z.object({ id: pathId(), proposalId: pathId() }));

export const event = lazy(() =>
  z
    .strictObject({
      id: id(),
      seq: z.int().min(1).describe('Counts the events of the assignment from 1, without a gap.'),
      kind: z.enum(assignmentEventKinds),
      actor: z.enum(eventActors),
      at: instant(),
      data: z.record(z.string(), z.json()),
    })
    .meta({ id: 'AssignmentEvent' }),
);
export type EventView = z.output<ReturnType<typeof event>>;
/** The data of an event besides its kind. */
export type EventData = EventView['data'];

const read = { method: 'get', access: 'participant', tag, success: 200, idempotency: 'none', rate: 'read' } as const;

export const ListAssignments = declare({
  ...read,
  name: 'ListAssignments',
  path: '/placement-assignments',
  summary: 'List assignments',
  description: 'Those that you are a party of, on either side, newest first.',
  query: () =>
    z.object({ ...idPage(), status: queryEnum(assignmentStatuses).optional(), role: queryEnum(parties).optional() }),
  answer: () => listOf(assignment()),
  errors: ['INVALID_CURSOR'],
});

export const GetAssignment = declare({
  ...read,
  name: 'GetAssignment',
  path,
  summary: 'Get an assignment',
  description: 'With the money as your side sees it, and what you may do now.',
  params,
  answer: () => dataOf(assignment()),
  errors: [],
});

export const ListEvents = declare({
  ...read,
  name: 'ListEvents',
  path: `${path}/events`,
  summary: 'Read the history of an assignment',
  description:
    'Oldest first. It is append-only: each event was written in the transaction of the change that it tells. assignment.submitted has ' +
    'what was handed in (data.results: deliverableId, position, url, contentId, uploadIds), assignment.disputed what the issue is ' +
    '(data.reason, data.description), assignment.changes_requested what to change (data.reason).',
  params,
  query: () => z.object(idPage()),
  answer: () => listOf(event()),
  errors: ['INVALID_CURSOR'],
});

export const ListDeliverables = declare({
  ...read,
  name: 'ListDeliverables',
  path: `${path}/deliverables`,
  summary: 'List the results of an assignment',
  description: 'By position: one for each result that was ordered.',
  params,
  query: () => z.object(idPage()),
  answer: () => listOf(deliverable()),
  errors: ['INVALID_CURSOR'],
});

const act = {
  method: 'post',
  access: 'participant',
  tag,
  success: 200,
  answer: () => dataOf(assignment()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'ROLE_NOT_ALLOWED'],
  idempotency: 'required',
  rate: 'write',
} as const;
const body = lazy(() => z.strictObject({ expectedVersion: expectedVersion() }));

export const AcceptAssignment = declare({
  ...act,
  name: 'AcceptAssignment',
  role: 'CREATOR',
  path: `${path}/accept`,
  summary: 'Accept the work',
  description: 'The creator, while it is PENDING and before acceptBy.',
  params,
  body,
});

export const DeclineAssignment = declare({
  ...act,
  name: 'DeclineAssignment',
  role: 'CREATOR',
  path: `${path}/decline`,
  summary: 'Decline the work',
  description: 'The creator, while it is PENDING. The advertiser gets everything back.',
  params,
  body,
});

export const SubmitAssignment = declare({
  ...act,
  name: 'SubmitAssignment',
  role: 'CREATOR',
  path: `${path}/submit`,
  summary: 'Hand in the results',
  description:
    'The creator. Every deliverable has a public address or private files that are all VERIFIED, else 400 INVALID_PROOF. The advertiser ' +
    'has until approveBy; then the work is approved by itself. An open proposal closes. The history keeps what was handed in, whatever ' +
    'the results become later.',
  params,
  body,
  errors: [...act.errors, 'INVALID_PROOF'],
});

export const ApproveAssignment = declare({
  ...act,
  name: 'ApproveAssignment',
  role: 'ADVERTISER',
  path: `${path}/approve`,
  summary: 'Approve the results and pay',
  description: 'The advertiser. The creator is paid from what was reserved.',
  params,
  body,
  rate: 'money',
});

export const RequestChanges = declare({
  ...act,
  name: 'RequestChanges',
  role: 'ADVERTISER',
  path: `${path}/request-changes`,
  summary: 'Ask for changes of the results',
  description: 'The advertiser, before approveBy.',
  params,
  body: () =>
    z.strictObject({ expectedVersion: expectedVersion(), reason: words(workTextLengths.changesReasonLength) }),
});

export const CancelAssignment = declare({
  ...act,
  name: 'CancelAssignment',
  path: `${path}/cancel`,
  summary: 'Cancel the work, or propose to',
  description:
    'The advertiser while it is PENDING, or the creator while at work: cancelled, and everything goes back. The advertiser while the ' +
    'creator is at work: opens a CANCEL proposal; long enough after dueAt (72 hours by default), and after it asked for changes, without a ' +
    'submission it cancels alone. ' +
    'Either way the answer is 200 with the assignment; an opened proposal is its openProposal.',
  params,
  body,
});

export const RaiseIssue = declare({
  ...act,
  name: 'RaiseIssue',
  path: `${path}/issues`,
  summary: 'Call staff in',
  description:
    'Either party. The work is DISPUTED, the clocks stop, and staff releases, refunds or splits what is reserved. The other party reads ' +
    'reason and description in the history, as staff does.',
  params,
  body: () =>
    z.strictObject({
      expectedVersion: expectedVersion(),
      reason: words(workTextLengths.issueReasonLength).describe('The other party reads it.'),
      description: words(workTextLengths.issueDescriptionLength).describe('The other party reads it.'),
    }),
});

export const ProposeChange = declare({
  ...act,
  name: 'ProposeChange',
  path: `${path}/change-proposals`,
  summary: 'Propose another deadline',
  description:
    'Either party, while the creator is at work; one proposal is open at a time. The answer is 200 with the assignment: the new proposal, ' +
    'with the id to decide on it by, is its openProposal.',
  params,
  body: () =>
    z.strictObject({
      expectedVersion: expectedVersion(),
      kind: z.literal('DUE_DATE'),
      dueAt: instantInput(),
      results: z
        .array(z.strictObject({ deliverableId: id(), expectedAt: instantInput() }))
        .max(10)
        .describe('The dates that move; the others stay.'),
    }),
});

const decision = {
  ...act,
  params: proposalParams,
  body,
} as const;

export const AcceptProposal = declare({
  ...decision,
  name: 'AcceptProposal',
  path: `${path}/change-proposals/{proposalId}/accept`,
  summary: 'Accept a proposal',
  description: 'The other party. The dates move, or the work is cancelled and everything goes back.',
});

export const DeclineProposal = declare({
  ...decision,
  name: 'DeclineProposal',
  path: `${path}/change-proposals/{proposalId}/decline`,
  summary: 'Decline a proposal',
  description: 'The other party. The work goes on as it was.',
});

export const WithdrawProposal = declare({
  ...decision,
  name: 'WithdrawProposal',
  path: `${path}/change-proposals/{proposalId}/withdraw`,
  summary: 'Withdraw a proposal',
  description: 'Its author.',
});
