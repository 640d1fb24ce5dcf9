import type { AssignmentStatus } from '../../../schema/shared/enums.ts';
import { aVod } from '../market/assignments.ts';
import { type Advertiser, inDays } from '../market/market.ts';
import { aFundedWork, type FundedWork } from './funded-work.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Prepared } from './routes.ts';

type Side = 'ADVERTISER' | 'CREATOR';

const bodyWith = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});
const stale = {
  mistaken: (requested: Prepared) => ({
    ...bodyWith(requested, { expectedVersion: 7 }),
    code: 'VERSION_CONFLICT' as const,
  }),
};

interface Work extends FundedWork {
  readonly version: number;
}

/** A funded assignment in a state, with the person on this side; without a person, of other users. */
export async function work(
  world: World,
  person: Advertiser | null,
  side: Side,
  status: AssignmentStatus = 'PENDING',
  proofModes = ['PUBLIC_VOD'],
): Promise<Work> {
  const { market } = world;
  const made = await aFundedWork(
    world,
    side === 'CREATOR'
      ? { advertiser: null, creator: person, proofModes }
      : { advertiser: person, creator: null, proofModes },
  );
  const { id } = made;
  if (status === 'PENDING') return { ...made, version: 1 };
  await market.pool.query(
    `update placement_assignments set status = $2, version = 2, accepted_at = now(),
       approve_by = case when $2 = 'SUBMITTED' then now() + interval '7 days' end where id = $1`,
    [id, status],
  );
  await market.pool.query(
    `update deliverables set url = 'https://www.twitch.tv/videos/2012345' || id, content_id = '2012345' || id where assignment_id = $1 and kind = 'PUBLIC'`,
    [id],
  );
  if (status === 'DISPUTED')
    await market.pool.query(
      `insert into disputes (assignment_id, opened_by, reason, description, opened_at) values ($1, 'CREATOR', 'QUALITY', 'It is good.', now())`,
      [id],
    );
  return { ...made, version: 2 };
}

/** An assignment of other users. */
const anybodys = async (world: World, status: AssignmentStatus = 'PENDING') => work(world, null, 'ADVERTISER', status);

const reads = (): OperationCase => ({
  ready: async (world, person) => ({ params: { id: (await work(world, person, 'ADVERTISER')).id } }),
});

const acts = (side: Side, status: AssignmentStatus, more: object = {}): OperationCase => ({
  async ready(world, person) {
    const { id, version } = await work(world, person, side, status);
    return { params: { id }, body: { expectedVersion: version, ...more } };
  },
  otherwise: (requested) => bodyWith(requested, { expectedVersion: 9 }),
  ...stale,
});

/** A proposal by this side to the calling advertiser, or by the advertiser. */
const decides = (author: Side): OperationCase => ({
  async ready(world, person) {
    const { id, version } = await work(world, person, 'ADVERTISER', 'ACCEPTED');
    const proposal = await world.market.one(
      `insert into change_proposals (assignment_id, kind, author, due_at, created_at) values ($1, 'DUE_DATE', $2, $3, now()) returning id`,
      [id, author, inDays(60)],
    );
    return { params: { id, proposalId: String(proposal.id) }, body: { expectedVersion: version } };
  },
  otherwise: (requested) => bodyWith(requested, { expectedVersion: 9 }),
  ...stale,
});

export const workCases: Readonly<Record<string, OperationCase>> = {
  ListAssignments: {
    async ready(world, person) {
      await work(world, person, 'ADVERTISER');
      return { query: 'status=PENDING&role=ADVERTISER&limit=3' };
    },
  },
  GetAssignment: reads(),
  ListEvents: reads(),
  ListDeliverables: {
    ready: async (world, person) => ({
      params: { id: (await work(world, person, 'ADVERTISER')).id },
      query: 'limit=3',
    }),
  },
  UpdateDeliverable: {
    async ready(world, person) {
      const { id, deliverableId } = await work(world, person, 'CREATOR', 'ACCEPTED');
      return {
        params: { id, deliverableId },
        body: { expectedVersion: 1, url: aVod().url },
      };
    },
    otherwise: (requested) => bodyWith(requested, { note: 'Another one.' }),
    ...stale,
  },
  AcceptAssignment: acts('CREATOR', 'PENDING'),
  DeclineAssignment: acts('CREATOR', 'PENDING'),
  SubmitAssignment: acts('CREATOR', 'ACCEPTED'),
  ApproveAssignment: acts('ADVERTISER', 'SUBMITTED'),
  RequestChanges: acts('ADVERTISER', 'SUBMITTED', { reason: 'The logo is missing.' }),
  CancelAssignment: acts('ADVERTISER', 'PENDING'),
  RaiseIssue: acts('ADVERTISER', 'ACCEPTED', { reason: 'QUALITY', description: 'It is not what was ordered.' }),
  AddStatement: {
    async ready(world, person) {
      const { id } = await work(world, person, 'ADVERTISER', 'DISPUTED');
      return { params: { id }, body: { text: 'It is not what was ordered.' } };
    },
    otherwise: (requested) => bodyWith(requested, { text: 'Another one.' }),
  },
  ProposeChange: acts('ADVERTISER', 'ACCEPTED', { kind: 'DUE_DATE', dueAt: inDays(60), results: [] }),
  AcceptProposal: decides('CREATOR'),
  DeclineProposal: decides('CREATOR'),
  WithdrawProposal: decides('ADVERTISER'),
  ReadPlacementAnalytics: {
    async ready(world, person) {
      await work(world, person, 'ADVERTISER', 'SUBMITTED');
      return { query: 'from=2026-01-01T00:00:00%2B02:00' };
    },
  },
  ReadOrderAnalytics: {
    ready: async (world, person) => ({ params: { id: (await work(world, person, 'ADVERTISER')).orderId } }),
  },
  ListCases: { ready: async () => ({ query: 'limit=3' }) },
  PreviewSettlement: {
    ready: async (world) => ({ params: { id: (await anybodys(world)).id }, query: 'creatorShareBps=6000' }),
  },
  GetCase: { ready: async (world) => ({ params: { id: (await anybodys(world)).id } }) },
  ListCaseEvents: {
    ready: async (world) => ({ params: { id: (await anybodys(world)).id }, query: 'limit=3' }),
  },
  ResolveDispute: {
    async ready(world) {
      const { id } = await anybodys(world, 'DISPUTED');
      return { params: { id }, body: { outcome: 'REFUND', note: 'It was never delivered.' } };
    },
    otherwise: (requested) => bodyWith(requested, { note: 'Another one.' }),
  },
};
