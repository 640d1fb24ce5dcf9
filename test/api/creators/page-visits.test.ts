import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PageVisits } from '../../../schema/creators/page-visits.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { wordsOf } from '../../support/html.ts';
import { accountsOf } from '../../support/market/accounts.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { aPerson } from '../../support/market/people.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';
const dayMs = 86_400_000;

let own: OwnMarket;
ownMarket((made) => {
  own = made;
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, own.stack.baseUrl), { headers: { 'user-agent': person, ...headers } });

/** Waits until the visits are queued and counted. */
async function counted(): Promise<void> {
  await own.control.untilNothingIsDeferred();
  await own.control.untilQueuesAreEmpty();
}

async function aPage() {
  const { aCreator, publishPageOf } = accountsOf(own.stack.baseUrl, own.market);
  const creator = await aCreator();
  const publicId = await publishPageOf({ owner: creator });
  const visits = async (query = ''): Promise<PageVisits> =>
    dataOf(await creator.api.get(`/influencer-profile/visits${query}`));
  return { creator, publicId, path: `/creators/${publicId}`, visits };
}

test('each request of a page by a person is a visit, and those of bots, previews, prefetches and the API are none', async () => {
  const { publicId, path, visits } = await aPage();
  expect(await visits()).toMatchObject({ visits: 0 });
  for (const headers of [{}, {}, { 'if-none-match': '*' }]) expect((await get(path, headers)).status).toBeLessThan(400);
  await get(path, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  await get(path, { 'user-agent': '' });
  await get(path, { 'sec-purpose': 'prefetch' });
  await get(path, { 'sec-fetch-dest': 'image' });
  await get(path, { 'sec-fetch-dest': 'iframe' });
  await get(`/api/v1/creator-pages/${publicId}`);
  await get(`/creators/${randomUUID()}`);
  await fetch(new URL(path, own.stack.baseUrl), { method: 'HEAD', headers: { 'user-agent': person } });
  await counted();
  const read = await visits();
  expect(read.visits).toBe(3);
  expect(read.series).toHaveLength(30);
  expect(read.series.at(-1)).toEqual({ date: read.to, visits: 3 });
});

test('a hundred visits at once are all counted, each on its UTC day', async () => {
  const one = await aPage();
  const other = await aPage();
  await Promise.all(Array.from({ length: 100 }, (_, n) => get(n % 4 === 0 ? other.path : one.path)));
  await counted();
  const yesterday = new Date((await own.control.now()).getTime() - dayMs).toISOString();
  const pages = [{ publicId: one.publicId, visits: 2 }];
  await own.control.deliver([{ kind: 'count-page-visits', batchId: randomUUID(), at: yesterday, pages }]);
  const { series, visits } = await one.visits('?days=2');
  expect([series.map((day) => day.visits), visits]).toEqual([[2, 75], 77]);
  expect((await other.visits('?days=2')).series.map((day) => day.visits)).toEqual([0, 25]);
});

test('a message that the queue delivers three times is counted once', async () => {
  const { publicId, visits } = await aPage();
  const at = (await own.control.now()).toISOString();
  const pages = [{ publicId, visits: 7 }];
  const job = { kind: 'count-page-visits', batchId: randomUUID(), at, pages };
  await Promise.all([own.control.deliver([job]), own.control.deliver([job]), own.control.deliver([job])]);
  expect((await visits()).visits).toBe(7);
});

test('the messages of a batch are counted together, each once, beside other batches with the same pages', async () => {
  const [one, other] = [await aPage(), await aPage()];
  const at = (await own.control.now()).toISOString();
  const yesterday = new Date(Date.parse(at) - dayMs).toISOString();
  const messageOf = (pages: readonly { publicId: string; visits: number }[], day = at) => ({
    ...{ kind: 'count-page-visits', batchId: randomUUID(), at: day, pages },
  });
  const [first, second] = [
    { publicId: one.publicId, visits: 2 },
    { publicId: other.publicId, visits: 3 },
  ];
  const gone = { publicId: randomUUID(), visits: 9 };
  const repeated = messageOf([first]);
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      own.control.deliver([
        messageOf(n % 2 === 0 ? [first, second] : [second, first, gone]),
        messageOf([first], yesterday),
        ...[repeated, repeated],
      ]),
    ),
  );
  const daysOf = async (page: typeof one) => (await page.visits('?days=2')).series.map(({ visits }) => visits);
  expect([await daysOf(one), await daysOf(other)]).toEqual([
    [16, 18],
    [0, 24],
  ]);
});

test('only the creator reads the visits, for 1 to 400 days', async () => {
  const { creator, visits } = await aPage();
  const advertiser = (await aPerson(own.stack.baseUrl, { roles: ['ADVERTISER'] })).api;
  expect(await advertiser.get('/influencer-profile/visits')).toMatchObject({ status: 403 });
  expect((await visits('?days=400')).series).toHaveLength(400);
  for (const days of ['0', '401', '-1', '1.5', 'x'])
    expect((await creator.api.get(`/influencer-profile/visits?days=${days}`)).status, days).toBe(400);
});

test('visits of more than 400 days ago are deleted, and newer ones stay', async () => {
  const { creator } = await aPage();
  const days = [399, 400, 401, 900];
  for (const day of days)
    await own.market.pool.query('insert into page_visits values ($1, ($2::timestamptz)::date - $3::int, 5)', [
      ...[creator.userId, await own.control.now(), day],
    ]);
  await own.control.run('sweep-page-visits');
  await own.control.untilQueuesAreEmpty();
  const { rows } = await own.market.pool.query('select count(*)::int as n from page_visits where creator_id = $1', [
    creator.userId,
  ]);
  expect(rows[0].n).toBe(2);
});

test('the page of the cabinet shows the visits that the API gives', async () => {
  const { creator, path, visits } = await aPage();
  await Promise.all([get(path), get(path)]);
  await counted();
  const browser = await signedIn(own.stack.baseUrl, creator);
  const words = wordsOf((await browser.get('/cabinet/page/visits?days=7')).html);
  expect(words).toContain(`${(await visits('?days=7')).visits} visits`);
});
