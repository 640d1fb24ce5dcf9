import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payCreators } from '../../../db/campaigns/payouts.ts';
import { type Db, openDb } from '../../../db/client.ts';
import { retryOnConflict } from '../../../functions/retry-on-conflict.ts';
import type { Client, Reply } from '../../support/client.ts';
import { anOffer } from '../../support/contract/order-cases.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { aPurchase, creditsOf } from '../../support/credits.ts';
import { campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import {
  anItem,
  type Creator,
  confirmationOf,
  created,
  type Listing,
  type Market,
} from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { countDeadlocks } from '../../support/stack/deadlocks.ts';
import { depth, isFullDepth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

/** The number of concurrent runs of each operation of a pair. */
const times = depth(2, 48);
const lanes = 4;

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let staff: Person;
let jobs: Db;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  jobs = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });
});

// Its token ends sooner than all tests together.
beforeEach(async () => {
  staff = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
});

/** Two users who buy from each other: every operation transfers money on the same four accounts. */
interface Trader extends Creator {
  readonly api: Client;
  /** The same client with a token. */
  readonly twin: Client;
  readonly listing: Listing;
  readonly accountId: number;
}

async function aTrader(): Promise<Trader> {
  const { id, api, twin } = await peopleOf(stack.baseUrl, market).aPerson({ fundsCents: 100_000_000 });
  await market.pool.query(`update users set roles = '{ADVERTISER,CREATOR}' where id = $1`, [id]);
  const creator = await market.aCreator({ userId: id });
  const listing = await market.aListing({ cents: 1_033, creator });
  return { ...creator, api, twin, listing, accountId: await sellersOf(market).anAccount(id) };
}

interface Deal {
  readonly buyer: Trader;
  readonly seller: Trader;
}

/** Prepares the operation, and returns the single request that transfers the money. */
type Operation = (deal: Deal) => Promise<() => Promise<Pick<Reply, 'status' | 'body'>>>;

const pathOf = (id: number) => `/placement-assignments/${id}`;
const booked =
  (kind: 'deposits' | 'withdrawals'): Operation =>
  async ({ buyer }) =>
  () =>
    staff.twin.post(`/staff/users/${buyer.id}/${kind}`, { amountCents: '100', reference: randomUUID() });

async function quoted({ buyer, seller }: Deal) {
  const order = created(await buyer.api.post('/placement-orders', { items: [anItem(seller.listing)] })).body.data;
  const path = `/placement-orders/${order.id}`;
  const quote = created(await buyer.api.post(`${path}/quote`, { expectedVersion: 1 })).body.data;
  return () => buyer.api.post(`${path}/checkout`, confirmationOf(quote));
}

type Step = 'accept' | 'submit' | 'issues';

/** An assignment of the deal in a state, and its version. */
async function work(deal: Deal, ...steps: readonly Step[]) {
  const { data } = created(await (await quoted(deal))()).body;
  const id: number = data.assignments[0].id;
  let expectedVersion = 1;
  for (const step of steps) {
    if (step === 'submit')
      await market.pool.query(
        `update deliverables set url = 'https://www.twitch.tv/videos/2012345' || id, content_id = '2012345' || id where assignment_id = $1`,
        [id],
      );
    const body = { expectedVersion, ...(step === 'issues' && { reason: 'QUALITY', description: 'Half is missing.' }) };
    expect((await deal.seller.api.post(`${pathOf(id)}/${step}`, body)).status).toBe(200);
    expectedVersion += 1;
  }
  return { id, expectedVersion };
}

const ended =
  (by: 'buyer' | 'seller', step: string, ...steps: readonly Step[]): Operation =>
  async (deal) => {
    const { id, expectedVersion } = await work(deal, ...steps);
    return () => deal[by].api.post(`${pathOf(id)}/${step}`, { expectedVersion });
  };

const decided =
  (decision: object): Operation =>
  async (deal) => {
    const { id } = await work(deal, 'accept', 'issues');
    return () => staff.twin.post(`/staff/assignments/${id}/resolve`, { ...decision, note: 'Seen.' });
  };

const reward = { payment: { model: 'FIXED', rewardCents: '300' }, budgetCents: '1000' };

/** A campaign of the buyer, in which a post of the seller has earned 300 cents that are not paid yet. */
async function earning({ buyer, seller }: Deal) {
  const campaign = await campaignsOf(stack.baseUrl, market).aRunning({ api: buyer.twin }, reward);
  const { id: creatorId, accountId } = seller;
  const [post] = await submitPosts(market, { campaignId: campaign.id, creatorId, accountId });
  dataOf(await buyer.twin.post(`/campaigns/${campaign.id}/posts/${post}/accept`));
  return campaign;
}

/** Two factories of the buyer that a purchase or a grant resumes. */
async function lackCredits({ id }: Trader) {
  await Promise.all([1, 2].map(() => creditsOf(market).aFactory(id, { pauseReason: 'NO_CREDITS' })));
}

const operations: Readonly<Record<string, Operation>> = {
  deposit: booked('deposits'),
  withdrawal: booked('withdrawals'),
  checkout: (deal) => quoted(deal),
  offer: async ({ buyer, seller }) => {
    const { quoteId, quoteVersion, payloadHash } = (
      await buyer.api.post('/placement-offers/quote', anOffer(seller.publicId))
    ).body.data;
    return () => buyer.api.post('/placement-offers', { quoteId, quoteVersion, payloadHash, confirm: true });
  },
  approval: ended('buyer', 'approve', 'accept', 'submit'),
  decline: ended('seller', 'decline'),
  cancel: ended('buyer', 'cancel'),
  'purchase of credits': async (deal) => {
    await lackCredits(deal.buyer);
    return () => deal.buyer.twin.post('/factories/credits/purchase', aPurchase());
  },
  split: decided({ outcome: 'SPLIT', creatorShareBps: 3_333 }),
  release: decided({ outcome: 'RELEASE' }),
  refund: decided({ outcome: 'REFUND' }),
  'start of a campaign': async ({ buyer: { twin: api } }) => {
    const draft = await campaignsOf(stack.baseUrl, market).aDraft({ api }, reward);
    return () => move({ api }, draft, 'start');
  },
  'raise of a budget': async (deal) => {
    const campaign = await earning(deal);
    return () => change({ api: deal.buyer.twin }, campaign, { budgetCents: '1700' });
  },
  'payout of a campaign': async (deal) => {
    const { id } = await earning(deal);
    return async () => {
      await retryOnConflict(() => jobs.transaction(payCreators(id, { at: new Date(), limit: 10 })));
      return { status: 200, body: undefined };
    };
  },
  'end of a campaign': async (deal) => {
    const campaign = await earning(deal);
    return () => move({ api: deal.buyer.twin }, campaign, 'complete');
  },
  'grant of credits': async ({ buyer }) => {
    await lackCredits(buyer);
    return () => staff.twin.post(`/staff/users/${buyer.id}/credits`, { credits: 100, reference: randomUUID() });
  },
};
const names = Object.keys(operations);
/** All 136 pairs of sixteen operations; at the quick depth, each with the one eight places away, and every second one with itself. */
const pairs = names.flatMap((one, index) =>
  names
    .slice(index)
    .filter((_, places) => isFullDepth || places === 8 || (places === 0 && index % 2 === 0))
    .map((other) => [one, other] as const),
);

describe('concurrent transfers on the same accounts', () => {
  beforeAll(() => control.queues('hold'));
  afterAll(() => control.queues('up'));

  test.each(pairs)('all succeed for %s and %s, and the ledger is sound', async (one, other) => {
    const [first, second] = [await aTrader(), await aTrader()];
    const deals = [
      { buyer: first, seller: second },
      { buyer: second, seller: first },
    ] as const;
    for (let done = 0; done < times; done += lanes) {
      const ready = await Promise.all(
        Array.from({ length: Math.min(lanes, times - done) * 2 }, (_, n) => {
          const operation = operations[n % 2 ? other : one];
          const deal = deals[(n >> 1) % 2];
          if (!operation || !deal) throw new Error('there is no such operation');
          return operation(deal);
        }),
      );
      const replies = await Promise.all(ready.map((move) => move()));
      expect(replies.map(({ status, body }) => body?.code ?? (status < 300 ? 'ok' : status))).toEqual(
        ready.map(() => 'ok'),
      );
    }
    await market.expectSoundLedger();
  });

  test('no transfer has waited for a deadlock', () => expect(countDeadlocks(stack)).toBe(0));
});
