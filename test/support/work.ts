import type { AssignmentStatus } from '../../schema/enums.ts';
import { type Client, clientOf, type Reply } from './client.ts';
import { type Advertiser, created, inDays, type Listing, type Market } from './market.ts';

export interface Work {
  readonly id: number;
  readonly orderId: number;
  readonly advertiser: Advertiser;
  readonly creator: { readonly id: number; readonly api: Client };
  readonly listing: Listing;
}

export type Action =
  | 'accept'
  | 'decline'
  | 'submit'
  | 'approve'
  | 'request-changes'
  | 'cancel'
  | 'issues'
  | 'change-proposals';

/** Funded work, and what its parties do to it through the public door. */
export function workOf(market: Market, baseUrl: string) {
  async function aWork({
    cents = 10_000,
    proofModes = ['PUBLIC_VOD'],
    proofTemplate = {},
    quantity = 1 as 1 | 5 | 10,
  } = {}): Promise<Work> {
    const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const listing = await market.aListing({ cents, proofModes, proofTemplate });
    const discounts = { 1: 0, 5: 1_000, 10: 2_000 };
    const results = Array.from({ length: quantity }, () => ({ expectedAt: inDays(20) }));
    const quoted = await market.aQuote(advertiser, listing, { quantity, discountBps: discounts[quantity], results });
    const { data } = created(await market.checkOut(advertiser, quoted)).body;
    const apiKey = await market.aKey(listing.creator.id);
    const creator = { id: listing.creator.id, api: clientOf(baseUrl, apiKey) };
    return { id: data.assignments[0].id, orderId: data.order.id, advertiser, creator, listing };
  }

  const pathOf = ({ id }: Work) => `/placement-assignments/${id}`;
  const seenBy = async (api: Client, work: Work) => (await api.get(pathOf(work))).body.data;

  /** Asks for an action at the version that stands, with what its body needs. */
  async function ask(work: Work, api: Client, action: Action, changes: object = {}): Promise<Reply> {
    const standing = await seenBy(work.advertiser.api, work);
    const body = { expectedVersion: standing.version, ...bodies[action], ...changes };
    return api.post(`${pathOf(work)}/${action}`, body);
  }

  async function must(reply: Promise<Reply>): Promise<Reply> {
    const answer = await reply;
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer;
  }

  /** Every result is delivered. */
  const deliver = ({ id }: Work) =>
    market.pool.query(
      `update deliverables set url = 'https://www.twitch.tv/videos/2012345678', content_id = '2012345678' where assignment_id = $1`,
      [id],
    );

  const steps: Readonly<Record<string, (work: Work) => Promise<unknown>>> = {
    accept: (work) => must(ask(work, work.creator.api, 'accept')),
    deliver: (work) => deliver(work),
    decline: (work) => must(ask(work, work.creator.api, 'decline')),
    leave: (work) => must(ask(work, work.creator.api, 'cancel')),
    submit: async (work) => {
      await deliver(work);
      return must(ask(work, work.creator.api, 'submit'));
    },
    approve: (work) => must(ask(work, work.advertiser.api, 'approve')),
    change: (work) => must(ask(work, work.advertiser.api, 'request-changes')),
    dispute: (work) => must(ask(work, work.creator.api, 'issues')),
  };
  const ways: Readonly<Partial<Record<AssignmentStatus, readonly string[]>>> = {
    PENDING: [],
    ACCEPTED: ['accept', 'deliver'],
    SUBMITTED: ['accept', 'submit'],
    CHANGES_REQUESTED: ['accept', 'submit', 'change'],
    DISPUTED: ['accept', 'dispute'],
    APPROVED: ['accept', 'submit', 'approve'],
    DECLINED: ['decline'],
    CANCELLED: ['accept', 'leave'],
  };

  /** Work that its parties brought into a state. */
  async function workIn(status: AssignmentStatus, options: Parameters<typeof aWork>[0] = {}): Promise<Work> {
    const work = await aWork(options);
    for (const step of ways[status] ?? []) await steps[step]?.(work);
    return work;
  }

  return { aWork, workIn, ask, must, deliver, seenBy, pathOf };
}

const bodies: Readonly<Record<Action, object>> = {
  accept: {},
  decline: {},
  submit: {},
  approve: {},
  'request-changes': { reason: 'The logo is missing.' },
  cancel: {},
  issues: { reason: 'QUALITY', description: 'It is not what was ordered.' },
  'change-proposals': { kind: 'DUE_DATE', dueAt: new Date(Date.now() + 60 * 86_400_000).toISOString(), results: [] },
};
