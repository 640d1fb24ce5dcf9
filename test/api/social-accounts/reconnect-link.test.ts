import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { untilMailed } from '../../support/market/mails.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { allFaults, excessWidth } from '../../support/page-faults.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { comeBack, connect, decide } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
});

const dayMs = 24 * 3_600_000;

/** A connection that the platform has ended, and the link of the email about it. */
async function anExpiredConnection(body: object = { platform: 'YOUTUBE' }) {
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `back${randomBytes(5).toString('hex')}`;
  expect((await connect(creator, handle, body)).status).toBe(200);
  const { id } = (await creator.api.get('/social-accounts')).body.data[0];
  const { email } = await market.one(
    'select u.email from users u join social_accounts a on a.owner_id = u.id where a.id = $1',
    [id],
  );
  const simulator = simulatorOf(stack.socialUrl, 'YOUTUBE');
  await simulator.revokeAt(handle);
  await control.moveOn(dayMs);
  await control.run('take-due-connections');
  await control.run('read-outbox', 'send-due-messages');
  await control.untilQueuesAreEmpty();
  const [mail] = await untilMailed(stack.mailDir, email, /connect your YouTube account/);
  const link = /http:\S+\/oauth\/youtube\/start\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const connection = async () => (await creator.keyed.get('/social-accounts')).body.data[0].socialConnection;
  return { id, email, handle, mail, link, connection };
}

const origin = () => new URL(stack.baseUrl).origin;
const html = { accept: 'text/html' };
async function open(link: string) {
  const answer = await fetch(link, { headers: html });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}
async function press(link: string, headers: Record<string, string> = { origin: origin() }) {
  const answer = await fetch(link, { method: 'POST', headers: { ...html, ...headers }, redirect: 'manual' });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '', cookie };
}
const states = async (): Promise<number> => (await market.one('select count(*)::int from oauth_states')).count;

describe('the owner of an expired connection', () => {
  test('gets one email that names the account, however often the outbox is read', async () => {
    const { mail, email, handle, link } = await anExpiredConnection();
    expect(mail?.subject).toBe(`Castline: connect your YouTube account ${handle} again`);
    expect(mail?.text.split(link)).toHaveLength(2);
    await control.run('read-outbox', 'send-due-messages');
    await control.untilQueuesAreEmpty();
    expect(await untilMailed(stack.mailDir, email, /connect your/)).toHaveLength(1);
  });

  test('connects the account again by the link and its button', async () => {
    const { link, handle, connection } = await anExpiredConnection();
    const page = await open(link);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.text).toContain(`Connect ${handle} again?`);
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${new URL(stack.socialUrl).origin}`,
    );
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const { status, location, cookie } = await press(link);
    expect(status).toBe(303);
    const back = await comeBack(await decide(location, { handle }), cookie);
    expect([back.status, back.text]).toEqual([200, expect.stringContaining(`Connected as ${handle}`)]);
    expect(await connection()).toMatchObject({ status: 'ACTIVE', sharing: null });
    expect((await press(link)).text).toContain('This account is connected');
  });

  test('keeps the consent that was given for the former connection', async () => {
    const { link, handle, connection } = await anExpiredConnection({ platform: 'YOUTUBE', shareMetrics: true });
    expect((await open(link)).text).toContain('continues your consent');
    const { location, cookie } = await press(link);
    await comeBack(await decide(location, { handle }), cookie);
    expect((await connection()).sharing).not.toBeNull();
  });
});

test('a link connects only its own account, whoever opens it', async () => {
  const { link, connection } = await anExpiredConnection({ platform: 'YOUTUBE', shareMetrics: true });
  const before = await market.one('select count(*)::int from social_accounts', []);
  const { location, cookie } = await press(link);
  const back = await comeBack(await decide(location, { handle: `other${randomBytes(5).toString('hex')}` }), cookie);
  expect([back.status, back.text]).toEqual([400, expect.stringContaining('This is another account')]);
  expect(await market.one('select count(*)::int from social_accounts', [])).toEqual(before);
  expect(await connection()).toMatchObject({ status: 'EXPIRED' });
});

test.skipIf(!isBrowserHere)(
  'the pages of the link are accessible, on a phone and on a desk, and lead to the platform',
  async () => {
    const { link, handle } = await anExpiredConnection();
    const browser = await openBrowser();
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const expectGood = async () => {
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await allFaults(page)).toEqual([]);
        expect(await excessWidth(page)).toBeLessThanOrEqual(0);
      }
    };
    try {
      await page.goto(link);
      await expectGood();
      await page.click('button');
      await page.fill('input[name=handle]', handle);
      await page.click('button.allow');
      await page.waitForURL(`${stack.baseUrl}/**`);
      expect(await page.textContent('h1')).toBe(`Connected as ${handle}`);
      await page.goto(link);
      expect(await page.textContent('h1')).toBe('This account is connected');
      await expectGood();
      await page.goto(link.replace(/token=.*/, 'token=forged'));
      expect(await page.textContent('h1')).toBe('This link is not valid');
      await expectGood();
    } finally {
      await browser.close();
    }
  },
);

describe('a link', () => {
  let expired: Awaited<ReturnType<typeof anExpiredConnection>>;
  beforeEach(async () => {
    expired = await anExpiredConnection();
  });

  test('changes nothing when an email program opens it, and works afterwards', async () => {
    const before = await states();
    for (let times = 0; times < 3; times += 1) expect((await open(expired.link)).status).toBe(200);
    expect(await states()).toBe(before);
    expect((await press(expired.link)).status).toBe(303);
  });

  test('starts one sign-in of many that are requested at once', async () => {
    const before = await states();
    const presses = depth(4, 8);
    const pressed = await Promise.all(Array.from({ length: presses }, () => press(expired.link)));
    expect(pressed.map(({ status }) => status).sort()).toEqual([303, ...Array(presses - 1).fill(404)]);
    expect(await states()).toBe(before + 1);
    expect((await open(expired.link)).text).toContain('was used already');
  });

  test.each([
    ['without an origin', {}],
    ['of another site', { origin: 'https://evil.example' }],
    ['of a page without one', { origin: 'null' }],
  ])('refuses a form %s, and stays usable', async (_, headers) => {
    expect((await press(expired.link, headers)).status).toBe(403);
    expect((await press(expired.link, { origin: origin(), 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await press(expired.link)).status).toBe(303);
  });

  test('starts nothing if it is forged, for another platform or older than seven days', async () => {
    const forged = expired.link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const foreign = expired.link.replace('/oauth/youtube/', '/oauth/twitch/');
    for (const link of [forged, foreign, expired.link.replace(/\?.*/, '')]) {
      expect((await open(link)).text).toContain('This link is not valid');
      expect((await press(link)).status).toBe(404);
    }
    await control.moveOn(7 * dayMs);
    expect((await press(expired.link)).text).toContain('This link is not valid');
  });

  test('starts nothing after the connection was ended for good', async () => {
    await market.pool.query(`update social_grants set status = 'REVOKED' where social_account_id = $1`, [expired.id]);
    expect((await press(expired.link)).text).toContain('This connection has ended');
  });

  test('is neither in the database nor in the log', async () => {
    const token = new URL(expired.link).searchParams.get('token') ?? '';
    const { found } = await market.one(`select count(*)::int as found from messages where position($1 in body) > 0`, [
      token,
    ]);
    expect([token.length > 40, found]).toEqual([true, 0]);
  });
});
