import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { anUploadedSession } from '../../support/market/recordings.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { aSeller, anAccount } = sellersOf(market);
afterAll(() => market.close());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

async function aSession() {
  const seller = await aSeller();
  const accountId = await anAccount(seller.id);
  const id = await anUploadedSession(market, accountId);
  return { accountId, path: `/cabinet/staff/recordings/${id}`, id };
}

const audienceOf = (accountId: number) =>
  market.one(
    `select geo, demo, followers::int, period_days as days, captured_at as at from audience_snapshots
     where social_account_id = $1 order by id desc limit 1`,
    [accountId],
  );
const statusOf = async (id: number) =>
  (await market.one('select status from stats_sessions where id = $1', [id])).status;
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);

test('staff types percentages from a recording, and the account gets the audience with shares', async () => {
  const { accountId, path } = await aSession();
  const done = await staff.submit(path, 'verify', {
    'audience.capturedAt': yesterday,
    'audience.periodDays': '28',
    'audience.followers': '48200',
    'audience.geo.0.country': 'us',
    'audience.geo.0.share': '60',
    'audience.geo.1.country': 'DE',
    'audience.geo.1.share': '25.5',
    'audience.demo.0.age': '18-24',
    'audience.demo.0.gender': 'FEMALE',
    'audience.demo.0.share': '40',
  });
  expect(done.status).toBe(303);
  expect(wordsOf((await staff.follow(done)).html)).toContain('The audience is verified.');
  expect(await audienceOf(accountId)).toMatchObject({
    geo: [
      { country: 'US', share: 0.6 },
      { country: 'DE', share: 0.255 },
    ],
    demo: [{ age: '18-24', gender: 'FEMALE', share: 0.4 }],
    followers: 48_200,
    days: 28,
    at: new Date(`${yesterday}:00.000Z`),
  });
  expect(hasForm((await staff.get(path)).html, 'verify')).toBe(false);
});

test('a refused audience is shown again with every row, and the issue at its field', async () => {
  const { path, id } = await aSession();
  const refused = await staff.submit(path, 'verify', {
    'audience.capturedAt': yesterday,
    'audience.geo.0.country': 'XX',
    'audience.geo.0.share': '60',
    'audience.demo.1.age': '25-34',
  });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('value="XX"');
  expect(refused.html).toContain('value="25-34"');
  expect(refused.html).toMatch(/id="verify-audience-geo-0-country"[^>]*aria-invalid="true"/);
  expect(await statusOf(id)).toBe('UPLOADED');
});

test('a form without script gets one more row, and sends nothing', async () => {
  const { path, id } = await aSession();
  const shown = await staff.submit(path, 'verify', { 'audience.geo.0.country': 'DE', rows: 'add:audience.geo' });
  expect(shown.status).toBe(200);
  expect(shown.html).toContain('name="audience.geo.3.country"');
  expect(shown.html).toContain('value="DE"');
  expect(await statusOf(id)).toBe('UPLOADED');
});

test('staff rejects a recording with a reason, and not without one', async () => {
  const { path, id } = await aSession();
  expect((await staff.submit(path, 'reject', { reason: ' ' })).status).toBe(400);
  expect(await statusOf(id)).toBe('UPLOADED');
  expect((await staff.submit(path, 'reject', { reason: '<b>Another account</b>' })).status).toBe(303);
  expect(await statusOf(id)).toBe('REJECTED');
  const { html } = await staff.get(path);
  expect(html).toContain('&lt;b&gt;Another account&lt;/b&gt;');
});

test('the recording opens at the object store by an address that nobody stores', async () => {
  const { path } = await aSession();
  const { status, headers } = await staff.get(`${path}/file`);
  expect(status).toBe(303);
  expect(headers.get('location')).toContain('X-Amz-Signature=');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the home page of staff and its desk count the recordings that wait', async () => {
  await aSession();
  const waiting = Number(
    (await market.one(`select count(*)::int as n from stats_sessions where status = 'UPLOADED'`)).n,
  );
  expect(wordsOf((await staff.get('/cabinet')).html)).toContain(`Review recordings ${waiting} waiting`);
  expect(wordsOf((await staff.get('/cabinet/staff')).html)).toContain(`Recordings to review ${waiting}`);
});
