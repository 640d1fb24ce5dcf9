import { afterAll, expect, test } from 'vitest';
import { aCreatorAt, plainWords, shownAt } from '../../support/cabinet/creator-forms.ts';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { aHandle, sellersOf } from '../../support/market/sellers.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { decide } from '../../support/social/sign-in.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const control = controlOf(shared.controlUrl);
const simulator = simulatorOf(shared.socialUrl);
afterAll(() => market.close());

const accounts = '/cabinet/accounts';
const listOf = async (person: Person) => (await person.api.get('/social-accounts')).body.data;

/** Connects an account as a browser does: the form, the sign-in at the platform, and the way back. */
async function connect(browser: Visitor, path: string, handle: string, fields = {}) {
  const opened = await browser.get(path);
  const sent = await browser.submit(path, 'connect', { platform: 'YOUTUBE', ...fields });
  const authorizeUrl = sent.headers.get('location') ?? '';
  const policy = opened.headers.get('content-security-policy') ?? '';
  expect(/form-action ([^;]*)/.exec(policy)?.[1]).toContain(new URL(authorizeUrl).origin);
  return browser.get(await decide(authorizeUrl, { handle }));
}

test('a creator connects an account by a sign-in and comes back to the accounts, shares its metrics, and disconnects it', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const handle = aHandle();
  await simulator.change(handle, { followers: 52_100 });
  const back = await connect(browser, accounts, handle, { shareMetrics: ['false', 'true'] });
  expect([back.status, back.headers.get('location')]).toEqual([303, baseUrl + accounts]);
  expect(await shownAt(browser, accounts)).toContain(`YouTube ${handle}`);
  expect(await shownAt(browser, accounts)).toContain('Followers 52,100');

  const [account] = await listOf(person);
  const path = `${accounts}/${account.id}`;
  const one = await browser.get(path);
  expect(plainWords(one.html)).toContain('Withdraw the consent');
  await browser.submit(path, 'share');
  expect((await listOf(person))[0].socialConnection.sharing).toBeNull();
  await browser.submit(path, 'share');
  expect((await listOf(person))[0].socialConnection.sharing).toMatchObject({ version: '2026-12' });
  expect(await shownAt(browser, path)).not.toContain('The text has changed. The current text');

  await market.pool.query(`update social_grants set sharing_version = '2026-11' where social_account_id = $1`, [
    account.id,
  ]);
  expect(await shownAt(browser, path)).toContain('The text has changed. The current text');
  await browser.submit(path, 'share', { enabled: 'true' });
  expect((await listOf(person))[0].socialConnection.sharing).toMatchObject({ version: '2026-12' });

  const ended = await browser.follow(await browser.submit(path, 'disconnect'));
  expect(plainWords(ended.html)).toContain('The connection has ended.');
  const [now] = await listOf(person);
  expect([now.status, now.socialConnection?.status ?? null]).toEqual([
    'ACTIVE',
    now.socialConnection ? 'REVOKED' : null,
  ]);
});

test('a creator proves an account by a code in its profile, and sells services on it', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const handle = aHandle();
  const added = await browser.submit(accounts, 'add', { platform: 'YOUTUBE', handle: `@${handle}` });
  const path = added.headers.get('location') ?? '';
  const [{ id }] = await listOf(person);
  const { code } = (await person.api.get(`/social-accounts/${id}/verification`)).body.data;
  expect((await browser.get(path)).html).toContain(`<code id="code">${code}</code>`);
  await simulator.change(handle, { description: `Games. ${code}`, followers: 1_234 });
  expect((await browser.submit(path, 'check')).status).toBe(303);
  await control.untilNothingIsDeferred();
  await control.untilQueuesAreEmpty();
  expect(await shownAt(browser, path)).toContain('Followers 1,234');
  expect(hasForm((await browser.get(path)).html, 'check')).toBe(false);
  const channel = await browser.submit(path, 'channel');
  expect(channel.headers.get('location')).toMatch(/^\/cabinet\/channels\/\d+\/prices$/);
  expect(await shownAt(browser, '/cabinet/channels')).toContain('On your account');
  const { html } = await browser.get(path);
  expect(plainWords(html)).toContain(`On your page as YouTube ${handle}`);
  expect(html).toContain(`<a href="${channel.headers.get('location')}">`);
  expect(hasForm(html, 'channel')).toBe(false);
});

test('the statistics are those of the API, and an unknown number is a dash with its reason', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const id = await sellersOf(market).anAccount(person.userId, { platform: 'TIKTOK' });
  const path = `${accounts}/${id}`;
  expect(await shownAt(browser, path)).toContain('Followers – the platform has not stated them yet');
  expect(await shownAt(browser, path)).toMatch(/Audience – [A-Z]/);
  await market.pool.query(
    `insert into audience_snapshots (social_account_id, source, captured_at, verified_at, period_days, geo, demo, followers)
     values ($1, 'MANUAL', now(), now(), 28, '[{"country": "DE", "share": 0.6}]', '[{"age": "18-24", "gender": "FEMALE", "share": 0.25}]', 4321)`,
    [id],
  );
  const { audience } = (await person.api.get(`/social-accounts/${id}/stats`)).body.data;
  const words = await shownAt(browser, path);
  expect(words).toContain(`Germany ${audience.geo[0].share * 100} %`);
  expect(words).toContain(`18-24, Women ${audience.demo[0].share * 100} %`);
  expect(words).toContain('reviewed documents 4,321');
  const opened = await browser.follow(await browser.submit(path, 'record'));
  expect(plainWords(opened.html)).toContain('Waits for your recording');
  expect((await person.api.get(`/social-accounts/${id}/stats`)).body.data.session.status).toBe('OPEN');
});

test('the page of an account shows the last ten snapshots, and all of them behind a link', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const path = `${accounts}/${await sellersOf(market).anAccount(person.userId, { platform: 'TIKTOK' })}`;
  await market.pool.query(
    `insert into audience_snapshots (social_account_id, source, captured_at, geo, demo, followers)
     select $1, 'MANUAL', now() - n * interval '1 day', '[]', '[]', 5000 + n from generate_series(1, 12) n`,
    [path.split('/').at(-1)],
  );
  const rowsAt = async (address: string) => (await browser.get(address)).html.match(/data-label="Followers"/g)?.length;
  expect(await rowsAt(path)).toBe(10);
  const link = /href="([^"]+)">Show all 12 snapshots/.exec((await browser.get(path)).html)?.[1] ?? '';
  expect(await rowsAt(link.replace('#history', ''))).toBe(12);
});

test('a sold account and a deleted one end after a confirmation', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { anAccount } = sellersOf(market);
  const [sold, deleted] = [await anAccount(person.userId), await anAccount(person.userId)];
  const path = `${accounts}/${sold}`;
  expect((await browser.get(path)).html).toMatch(/<details class="confirm"><summary>I have sold it/);
  await browser.submit(path, 'channel');
  await browser.submit(path, 'sell');
  await browser.submit(`${accounts}/${deleted}`, 'delete');
  expect(await listOf(person)).toMatchObject([{ id: sold, status: 'SOLD', channelId: null }]);
});

test('accounts of another creator do not exist, and an advertiser has no such pages', async () => {
  const [{ person }, { browser }] = [await aCreatorAt(baseUrl), await aCreatorAt(baseUrl)];
  const id = await sellersOf(market).anAccount(person.userId);
  const path = `${accounts}/${id}`;
  expect((await browser.get(path)).status).toBe(404);
  const key = formIn((await browser.get(accounts)).html, 'add').filter(([name]) => name === 'idempotencyKey');
  for (const form of ['delete', 'sell', 'share', 'check', 'record'])
    expect((await browser.post(path, [['form', form], ['enabled', 'true'], ...key])).status).toBe(404);
  expect((await listOf(person))[0].status).toBe('ACTIVE');
  const advertiser = await signedIn(baseUrl, await aPerson(baseUrl, { roles: ['ADVERTISER'] }));
  expect((await advertiser.get(accounts)).status).toBe(403);
});
