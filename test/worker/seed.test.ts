import { expect, test } from 'vitest';
import { type Endpoint, json, startEndpoint } from '../../scripts/local/endpoints/endpoint.ts';
import { apiOf } from '../../scripts/seed/api.ts';
import { creators } from '../../scripts/seed/creators.ts';
import { deals } from '../../scripts/seed/deals.ts';
import { historyMs } from '../../scripts/seed/history.ts';
import { type Demo, seed } from '../../scripts/seed.ts';
import type { Market } from '../support/market/market.ts';
import { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(
  (own) => {
    ({ stack, market } = own);
  },
  { clockStartsMs: -historyMs },
);

const sellers = creators.filter(({ handle }) => deals.some((deal) => deal.handle === handle));
const seeded = (controlUrl = stack.controlUrl): Promise<Demo> => {
  const { databaseUrl: DATABASE_URL, neonUrl: NEON_FETCH_ENDPOINT, baseUrl, adminDatabaseUrl } = stack;
  return seed({ baseUrl, adminDatabaseUrl, controlUrl, bindings: { DATABASE_URL, NEON_FETCH_ENDPOINT } }, sellers);
};

/** Forwards orders to the stack, and fails after this number of clock moves. */
function endingAfter(moves: number): Promise<Endpoint> {
  let left = moves;
  return startEndpoint({
    handle: async ({ method, path, body }) => {
      if (method === 'POST' && path === '/clock' && left-- <= 0) return json(500, {});
      const answer = await fetch(stack.controlUrl + path, { method, ...(method === 'POST' && { body }) });
      return json(answer.status, await answer.json());
    },
  });
}

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly createdAt: string;
}
const assignmentsOf = async ({ advertiser }: Demo): Promise<Seen[]> =>
  (await apiOf(stack.baseUrl, advertiser.apiKey).get<Seen[]>('/placement-assignments?limit=50')).toReversed();

test('the seed creates six weeks of history once, and leaves the clock at the time of the machine', async () => {
  const control = controlOf(stack.controlUrl);
  // An interrupted seed resumes: on the day on which the third deal was ordered, and later.
  for (const moves of [12, 6]) {
    const interrupted = await endingAfter(moves);
    await expect(seeded(interrupted.url)).rejects.toThrow('/clock');
    await interrupted.stop();
  }
  const demo = await seeded();
  expect(Math.abs((await control.now()).getTime() - Date.now())).toBeLessThan(10_000);
  const assignments = await assignmentsOf(demo);
  expect(assignments.map(({ status }) => status)).toEqual([
    'APPROVED',
    'APPROVED',
    'APPROVED',
    'DECLINED',
    'EXPIRED',
    'SUBMITTED',
    'ACCEPTED',
    'PENDING',
  ]);
  const daysAgo = assignments.map(({ createdAt }) => Math.round((Date.now() - Date.parse(createdAt)) / 86_400_000));
  expect(daysAgo).toEqual(deals.map(({ steps: [[day] = [0]] }) => day));
  const [post] = await apiOf(stack.baseUrl, demo.advertiser.apiKey).get<{ metrics: { views: number | null }[] }[]>(
    `/placement-assignments/${assignments[0]?.id}/deliverables`,
  );
  expect(post?.metrics[0]?.views).toBeGreaterThan(0);
  await market.expectSoundLedger();
  await seeded();
  expect(await assignmentsOf(demo)).toEqual(assignments);
});
