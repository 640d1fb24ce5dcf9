import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { assignment } from './orders.ts';
import { uploadId } from './proofs.ts';

const base = usdt(675_000_000n);
const seenByCreator = {
  ...assignment,
  role: 'CREATOR',
  counterpartName: 'Cold Brew Ltd',
  amounts: { base, creatorFee: usdt(67_500_000n), net: usdt(607_500_000n) },
};
const atWork = ['submit', 'cancel', 'issues', 'change-proposals'];
const accepted = {
  ...seenByCreator,
  status: 'ACCEPTED',
  version: 2,
  allowedActions: atWork,
  cancelFrom: '2027-01-03T23:00:00.000Z',
  updatedAt: '2026-11-20T15:02:44.310Z',
};
const deliverables = assignment.deliverables.map((deliverable) => ({
  ...deliverable,
  url: `https://www.twitch.tv/videos/20123456${deliverable.position}0`,
  contentId: `20123456${deliverable.position}0`,
  publishedAt: deliverable.expectedAt,
  version: 2,
}));
const measured = {
  ...deliverables[0],
  channelRef: { platform: 'YOUTUBE', handle: 'nora.plays', canonicalUrl: 'https://www.youtube.com/@nora.plays' },
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  contentId: 'dQw4w9WgXcQ',
  publishedRevision: 1,
  metrics: [
    {
      ...{ views: 48_200, likes: 1_930, comments: null, saves: null, measuredAt: '2026-12-27T03:20:11.904Z' },
      ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31', fallen: ['likes'] },
      ...{ reason: 'HIDDEN', reasons: { comments: 'HIDDEN', saves: 'NOT_OFFERED' } },
    },
  ],
};
const submitted = {
  ...accepted,
  status: 'SUBMITTED',
  version: 3,
  allowedActions: ['issues'],
  approveBy: '2027-01-01T18:10:00.000Z',
  cancelFrom: null,
  deliverables,
  updatedAt: '2026-12-25T18:10:00.000Z',
};
const proposal = {
  id: 5,
  kind: 'DUE_DATE',
  author: 'CREATOR',
  dueAt: '2027-01-15T23:00:00.000Z',
  results: [{ deliverableId: 94, expectedAt: '2027-01-10T18:00:00.000Z' }],
  createdAt: '2026-12-20T10:00:00.000Z',
  allowedActions: ['withdraw'],
};
const proposed = { ...accepted, version: 3, allowedActions: ['submit', 'cancel', 'issues'], openProposal: proposal };
const events = [
  { id: 301, seq: 1, kind: 'assignment.funded', actor: 'ADVERTISER', at: assignment.createdAt, data: {}, files: [] },
  { id: 317, seq: 2, kind: 'assignment.accepted', actor: 'CREATOR', at: accepted.updatedAt, data: {}, files: [] },
  {
    ...{ id: 342, seq: 3, kind: 'assignment.submitted', actor: 'CREATOR', at: submitted.updatedAt },
    data: {
      results: deliverables.map(({ id: deliverableId, position, url, contentId }) => ({
        ...{ deliverableId, position, url, contentId },
        uploadIds: [],
      })),
    },
    files: [],
  },
];
const body = { expectedVersion: 1 };
const ended = (status: string) => ({
  ...seenByCreator,
  status,
  version: 2,
  allowedActions: [],
  updatedAt: accepted.updatedAt,
});

export const workExamples: Readonly<Record<string, Example>> = {
  ListAssignments: { answer: { data: [accepted], nextCursor: null } },
  GetAssignment: { answer: { data: accepted } },
  ListEvents: { answer: { data: events, nextCursor: null } },
  ListDeliverables: { answer: { data: [measured], nextCursor: null } },
  UpdateDeliverable: {
    body: { expectedVersion: 1, url: deliverables[0]?.url, publishedAt: deliverables[0]?.publishedAt },
    answer: { data: deliverables[0] },
  },
  AcceptAssignment: { body, answer: { data: accepted } },
  DeclineAssignment: { body, answer: { data: ended('DECLINED') } },
  SubmitAssignment: { body: { expectedVersion: 2 }, answer: { data: submitted } },
  ApproveAssignment: {
    body: { expectedVersion: 3 },
    answer: { data: { ...assignment, status: 'APPROVED', version: 4, allowedActions: [], deliverables } },
  },
  RequestChanges: {
    body: { expectedVersion: 3, reason: 'The can is not to be seen in the second stream.' },
    answer: {
      data: {
        ...assignment,
        status: 'CHANGES_REQUESTED',
        version: 4,
        allowedActions: ['cancel', 'issues', 'change-proposals'],
        deliverables,
      },
    },
  },
  CancelAssignment: { body, answer: { data: { ...assignment, status: 'CANCELLED', version: 2, allowedActions: [] } } },
  RaiseIssue: {
    body: { expectedVersion: 3, reason: 'QUALITY', description: 'Two of the five streams never mention the product.' },
    answer: { data: { ...assignment, status: 'DISPUTED', version: 4, allowedActions: ['statements'], deliverables } },
  },
  AddStatement: {
    body: {
      text: 'Streams 2 and 4 show the can in the first ten minutes. The files are pictures of both moments.',
      uploadIds: [uploadId],
    },
    answer: {
      data: { ...seenByCreator, status: 'DISPUTED', version: 4, allowedActions: ['statements'], deliverables },
    },
  },
  ProposeChange: {
    body: { expectedVersion: 2, kind: 'DUE_DATE', dueAt: proposal.dueAt, results: proposal.results },
    answer: { data: proposed },
  },
  AcceptProposal: {
    body: { expectedVersion: 3 },
    answer: {
      data: {
        ...assignment,
        status: 'ACCEPTED',
        version: 4,
        allowedActions: ['cancel', 'issues', 'change-proposals'],
        dueAt: proposal.dueAt,
      },
    },
  },
  DeclineProposal: {
    body: { expectedVersion: 3 },
    answer: {
      data: { ...assignment, status: 'ACCEPTED', version: 4, allowedActions: ['cancel', 'issues', 'change-proposals'] },
    },
  },
  WithdrawProposal: { body: { expectedVersion: 3 }, answer: { data: { ...accepted, version: 4 } } },
};
