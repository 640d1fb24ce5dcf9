import * as z from 'zod';
import { assignmentEventKinds, assignmentStatuses, eventActors, parties, queryEnum } from '../shared/enums.ts';
import { id, namedId, pathId, version } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { assignment, attachedFile, deliverable } from './assignments.ts';
import { workTextLengths } from './work-terms.ts';

const tag = 'Placement assignments';
const expectedVersion = lazy(() => version().describe('Version of the assignment that you read.'));
const path = '/placement-assignments/{id}';
const params = lazy(() => z.object({ id: pathId() }));
const proposalParams = lazy(() => z.object({ id: pathId(), proposalId: pathId() }));

export const event = lazy(() =>
  z
    .strictObject({
      id: id(),
      seq: z.int().min(1).describe('Sequence number of the event within the assignment, from 1 without gaps.'),
      kind: z.enum(assignmentEventKinds),
      actor: z.enum(eventActors),
      at: instant(),
      data: z.record(z.string(), z.json()),
      files: z.array(attachedFile()).describe('The files of a statement, in its order; empty for every other event.'),
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
  description: 'Lists the assignments of the caller, as advertiser or creator, newest first.',
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
  description: 'Returns the assignment with the amounts of your side and the actions that you may take now.',
  params,
  answer: () => dataOf(assignment()),
  errors: [],
});

export const ListEvents = declare({
  ...read,
  name: 'ListEvents',
  path: `${path}/events`,
  summary: 'List the events of an assignment',
  description:
    'Lists the events, oldest first. The history is append-only: the commit of each change writes its event. ' +
    'assignment.submitted contains the results (data.results: deliverableId, position, url, contentId, uploadIds), ' +
    'assignment.disputed the issue (data.reason, data.description), assignment.changes_requested the requested changes ' +
    '(data.reason), assignment.statement_added a statement in a dispute (data.text, data.uploadIds), whose files `files` ' +
    'describes.',
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
  description: 'Lists one result for each ordered unit, by position.',
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
  summary: 'Accept an assignment',
  description: 'For the creator, while the assignment is PENDING and before acceptBy.',
  params,
  body,
});

export const DeclineAssignment = declare({
  ...act,
  name: 'DeclineAssignment',
  role: 'CREATOR',
  path: `${path}/decline`,
  summary: 'Decline an assignment',
  description: 'For the creator, while the assignment is PENDING. The advertiser gets a full refund.',
  params,
  body,
});

export const SubmitAssignment = declare({
  ...act,
  name: 'SubmitAssignment',
  role: 'CREATOR',
  path: `${path}/submit`,
  summary: 'Submit the results',
  description:
    'For the creator. Every deliverable needs a public address or private files that are all VERIFIED; otherwise the ' +
    'response is 400 INVALID_PROOF. If the advertiser does not answer before approveBy, the submission is approved ' +
    'automatically. An open proposal closes. The history stores the submitted results permanently.',
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
  description: 'For the advertiser. Pays the creator from the reserve.',
  params,
  body,
  rate: 'money',
});

export const RequestChanges = declare({
  ...act,
  name: 'RequestChanges',
  role: 'ADVERTISER',
  path: `${path}/request-changes`,
  summary: 'Request changes to the results',
  description: 'For the advertiser, before approveBy.',
  params,
  body: () =>
    z.strictObject({ expectedVersion: expectedVersion(), reason: words(workTextLengths.changesReasonLength) }),
});

export const CancelAssignment = declare({
  ...act,
  name: 'CancelAssignment',
  path: `${path}/cancel`,
  summary: 'Cancel an assignment or propose to cancel it',
  description:
    'Cancels with a full refund: for the advertiser in PENDING, and for the creator in ACCEPTED or CHANGES_REQUESTED. In ' +
    'these two states the request of the advertiser opens a CANCEL proposal. But the request cancels at once if there is ' +
    'no submission, and enough time (72 hours by default) has passed since dueAt and since the last request for changes. ' +
    'The response is 200 with the assignment in both cases; a new proposal is its openProposal.',
  params,
  body,
});

export const RaiseIssue = declare({
  ...act,
  name: 'RaiseIssue',
  path: `${path}/issues`,
  summary: 'Raise an issue',
  description:
    'For either party. The assignment becomes DISPUTED, its deadlines stop, and staff pays, refunds or splits the reserved ' +
    'amount. The other party and staff can read reason and description in the history.',
  params,
  body: () =>
    z.strictObject({
      expectedVersion: expectedVersion(),
      reason: words(workTextLengths.issueReasonLength).describe('Short reason. The other party can read it.'),
      description: words(workTextLengths.issueDescriptionLength).describe(
        'Full description. The other party can read it.',
      ),
    }),
});

export const ProposeChange = declare({
  ...act,
  name: 'ProposeChange',
  path: `${path}/change-proposals`,
  summary: 'Propose another deadline',
  description:
    'For either party, in ACCEPTED or CHANGES_REQUESTED. An assignment has at most one open proposal. The response is 200 ' +
    'with the assignment. The new proposal is its openProposal, with the id to decide on it.',
  params,
  body: () =>
    z.strictObject({
      expectedVersion: expectedVersion(),
      kind: z.literal('DUE_DATE'),
      dueAt: instantInput(),
      results: z
        .array(z.strictObject({ deliverableId: namedId(), expectedAt: instantInput() }))
        .max(10)
        .describe('New dates; results without an entry keep their dates.'),
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
  description: 'For the other party. Applies the new dates, or cancels the assignment with a full refund.',
});

export const DeclineProposal = declare({
  ...decision,
  name: 'DeclineProposal',
  path: `${path}/change-proposals/{proposalId}/decline`,
  summary: 'Decline a proposal',
  description: 'For the other party. The assignment stays unchanged.',
});

export const WithdrawProposal = declare({
  ...decision,
  name: 'WithdrawProposal',
  path: `${path}/change-proposals/{proposalId}/withdraw`,
  summary: 'Withdraw a proposal',
  description: 'For the author of the proposal.',
});
