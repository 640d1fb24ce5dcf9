import { afterAll, afterEach, expect, test } from 'vitest';
import { dayOf, exactly, priceOf } from '../../../functions/web/ui/format.ts';
import type { Money } from '../../../schema/shared/money.ts';
import { buyersOf } from '../../support/cabinet/buyers.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { submittedWorkOf } from '../../support/market/measured-work.ts';
import { postsOf } from '../../support/market/posts.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const aBuyer = buyersOf(market, baseUrl);
const posts = postsOf(market, baseUrl);
const submittedWork = submittedWorkOf(market, posts);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const path = '/cabinet/orders/analytics';
/** As wordsOf gives it. */
const said = (amount: Money) => priceOf(amount).replace(/\s/g, ' ');
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('the analytics of orders show the sums of the API, with their coverage and the time of measurement', async () => {
  const { visitor, advertiser } = await aBuyer();
  const at = daysAgo(2);
  const counts = { views: 12_345, likes: 300, comments: 45, at };
  const measured = await submittedWork(advertiser, { metrics: counts });
  for (const work of [measured, await submittedWork(advertiser)]) await posts.must(posts.approve(work));
  await submittedWork(advertiser);
  const [{ body }, page] = await Promise.all([advertiser.api.get('/analytics/placements'), visitor.get(path)]);
  const { totals, engagement, byStatus } = body.data;
  const shown = wordsOf(page.html);
  for (const amount of [
    totals.spent,
    totals.reserved,
    totals.refunded,
    ...byStatus.map(({ total }: { total: Money }) => total),
  ])
    expect(shown).toContain(said(amount));
  for (const text of [
    ...[`Views ${exactly(engagement.views)}`, 'Measured 1 of 2 accepted videos', `Oldest measurement: ${dayOf(at)}`],
    ...['2.79 %', 'Saves – No platform has given saves of an accepted video.', 'Delivered results 3 Of 3 ordered'],
    ...['Approved 2', 'Submitted 1', '– not measured', '1 of 1 accepted video'],
  ])
    expect(shown).toContain(text);
  expect(page.html.match(/<figure class="card plot"/g)).toHaveLength(3);
});

test('the analytics of orders say which definitions of a view each sum of views mixes', async () => {
  const { visitor, advertiser } = await aBuyer();
  const at = daysAgo(2);
  const creator = await market.aCreator();
  const metrics = { views: 1_500, likes: 10, comments: 1, at };
  const youTube = await submittedWork(advertiser, { creator, metrics });
  const tikTok = await submittedWork(advertiser, { creator, metrics, platform: 'TIKTOK' });
  for (const work of [youTube, tikTok]) await posts.must(posts.approve(work));
  const mixed = 'Mixes the definitions of a view by TikTok and YouTube (since 31 March 2025)';
  const shown = wordsOf((await visitor.get(path)).html);
  expect(shown.split(mixed)).toHaveLength(3);
  expect(shown).toContain(`Views ${exactly(3_000)} Measured 2 of 2 accepted videos ${mixed}`);
  const ofOne = wordsOf((await visitor.get(`/cabinet/orders/${youTube.orderId}/analytics`)).html);
  expect(ofOne).toContain('As defined by YouTube (since 31 March 2025)');
  expect(ofOne).not.toContain('Mixes');
});

test('the charts of a period have each day of the API in a table', async () => {
  const { visitor, advertiser } = await aBuyer();
  await submittedWork(advertiser);
  const period = `from=${daysAgo(3).slice(0, 10)}&to=${daysAgo(0).slice(0, 10)}`;
  const [{ body }, page] = await Promise.all([
    advertiser.api.get(`/analytics/placements?${period}`),
    visitor.get(`${path}?${period}`),
  ]);
  const shown = wordsOf(page.html);
  for (const { date, reserved, spent, refunded, funded, accepted, approved } of body.data.series) {
    expect(shown).toContain([dayOf(date), ...[reserved, spent, refunded].map(said)].join(' '));
    expect(shown).toContain([dayOf(date), funded, accepted, approved].join(' '));
  }
  expect(body.data.series).toHaveLength(4);
});

test('a period without work says so, and a wrong period is refused', async () => {
  const { visitor } = await aBuyer();
  expect(wordsOf((await visitor.get(path)).html)).toContain('No work was open in this period.');
  expect((await visitor.get(`${path}?from=2026-11-02&to=2026-11-01`)).status).toBe(400);
});

test('the analytics of an order are of that order alone, and its page leads to them', async () => {
  const { visitor, advertiser } = await aBuyer();
  const [one] = [await submittedWork(advertiser), await submittedWork(advertiser)];
  const { body } = await advertiser.api.get(`/placement-assignments/${one.id}`);
  const order = `/cabinet/orders/${body.data.orderId}`;
  expect((await visitor.get(order)).html).toContain(`href="${order}/analytics"`);
  const shown = wordsOf((await visitor.get(`${order}/analytics`)).html);
  expect(shown).toContain('Work 1 Of 1 order, with 1 creator');
  expect(shown).toContain(`Reserved ${said(body.data.amounts.total)}`);
});

test('the analytics of an order begin with the order, also when it is older than a month', async () => {
  const { visitor, advertiser } = await aBuyer();
  const work = await submittedWork(advertiser);
  const { order_id: id } = await market.one('select order_id from placement_assignments where id = $1', [work.id]);
  await market.pool.query('update placement_orders set created_at = $2 where id = $1', [id, daysAgo(60)]);
  const shown = wordsOf((await visitor.get(`/cabinet/orders/${id}/analytics`)).html);
  expect(shown).toContain(`${dayOf(daysAgo(60))} to ${dayOf(daysAgo(0))}, UTC`);
});

test('a long list of creators has pages, and each page with 92 days has less than 60 kB', async () => {
  const { visitor, advertiser } = await aBuyer();
  const listings = await Promise.all(Array.from({ length: 12 }, () => posts.aService({})));
  await posts.ordered(advertiser, listings);
  const long = `${path}?from=${daysAgo(300).slice(0, 10)}`;
  const first = await visitor.get(long);
  expect(first.html.length).toBeLessThan(60_000);
  const creatorsIn = (html: string) => html.match(/class="main" href="\/creators\//g);
  expect(creatorsIn(first.html)).toHaveLength(10);
  const second = await visitor.get(`${long}&after=10`);
  expect(creatorsIn(second.html)).toHaveLength(2);
});
