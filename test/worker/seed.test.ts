import { expect, test } from 'vitest';
import { apiOf } from '../../scripts/seed/api.ts';
import { creators } from '../../scripts/seed/creators.ts';
import { deals } from '../../scripts/seed/deals.ts';
import { historyMs } from '../../scripts/seed/history.ts';
import { type Demo, seed } from '../../scripts/seed.ts';
import { controlOf } from '../support/control.ts';
import type { Market } from '../support/market.ts';
import { ownMarket } from '../support/own-market.ts';
import type { OwnStack } from '../support/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(
  (own) => {
    ({ stack, market } = own);
  },
  { clockBeginsMs: -historyMs },
);

const sellers = creators.filter(({ handle }) => deals.some((deal) => deal.handle === handle));
const seeded = (): Promise<Demo> => {
  const { databaseUrl: DATABASE_URL, neonUrl: NEON_FETCH_ENDPOINT, ...rest } = stack;
  return seed({ ...rest, bindings: { DATABASE_URL, NEON_FETCH_ENDPOINT } }, sellers);
};

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly createdAt: string;
}
const workOf = async ({ advertiser }: Demo): Promise<Seen[]> =>
  (await apiOf(stack.baseUrl, advertiser.apiKey).get<Seen[]>('/placement-assignments?limit=50')).toReversed();

test('the seed makes a history of six weeks with the clock, which then is that of the machine, and makes none twice', async () => {
  const control = controlOf(stack.controlUrl);
  const demo = await seeded();
  expect(Math.abs((await control.now()).getTime() - Date.now())).toBeLessThan(10_000);
  const works = await workOf(demo);
  expect(works.map(({ status }) => status)).toEqual([
    'APPROVED',
    'APPROVED',
    'APPROVED',
    'DECLINED',
    'EXPIRED',
    'SUBMITTED',
    'ACCEPTED',
    'PENDING',
  ]);
  const daysAgo = works.map(({ createdAt }) => Math.round((Date.now() - Date.parse(createdAt)) / 86_400_000));
  expect(daysAgo).toEqual(deals.map(({ steps: [[day] = [0]] }) => day));
  const [post] = await apiOf(stack.baseUrl, demo.advertiser.apiKey).get<{ metrics: { views: number | null }[] }[]>(
    `/placement-assignments/${works[0]?.id}/deliverables`,
  );
  expect(post?.metrics[0]?.views).toBeGreaterThan(0);
  await market.expectSoundLedger();
  await seeded();
  expect(await workOf(demo)).toEqual(works);
});
