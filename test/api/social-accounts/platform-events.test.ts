import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import {
  revocationCall,
  type SignedCall,
  withWrongSignature,
} from '../../../scripts/local/endpoints/social-simulator/events/signed-call.ts';
import { sendRaw } from '../../support/contract/raw.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

const secret = 'the secret that platforms sign with';
let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(
  async (own) => {
    ({ stack, market, control } = own);
  },
  { vars: { TWITCH_WEBHOOK_SECRET: secret, INSTAGRAM_WEBHOOK_VERIFY_TOKEN: 'a token of ours' } },
);

const dayMs = 24 * 3_600_000;

async function aConnection(platform: Platform) {
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `event${randomBytes(5).toString('hex')}`;
  expect((await connect(creator, handle, { platform, shareMetrics: true })).status).toBe(200);
  const { id } = (await creator.api.get('/social-accounts')).body.data[0];
  const stored = () =>
    market.one(
      `select g.status, g.sealed_access as access, g.sealed_refresh as refresh, a.external_id as "externalId"
       from social_grants g join social_accounts a on a.id = g.social_account_id where g.social_account_id = $1`,
      [id],
    );
  const { externalId } = await stored();
  return { creator, handle, id, stored, externalId: String(externalId) };
}

const ended = async (externalId: string) => ({ externalId, secret, clientId: 'castline', now: await control.now() });
const answered = async (response: Response) => ({ status: response.status, text: await response.text() });
const send = async ({ path, headers, body }: SignedCall) =>
  answered(await fetch(`${stack.baseUrl}/platform-events${path}`, { method: 'POST', headers, body }));
const taken = async (): Promise<number> => (await market.one('select count(*)::int from platform_events')).count;
const disconnections = async (id: string): Promise<number> =>
  (
    await market.one(
      `select count(*)::int from outbox where topic = 'social-account' and payload->>'kind' = 'social_account.disconnected'
         and payload->>'accountId' = $1`,
      [String(id)],
    )
  ).count;
const aTwitchCall = async (externalId = '12345678'): Promise<SignedCall> => {
  const call = revocationCall('TWITCH', await ended(externalId));
  if (call === null) throw new Error('Twitch calls');
  return call;
};

type Calling = 'TIKTOK' | 'INSTAGRAM';
/** Both platforms, or only this one at the quick depth. */
const platformsOf = (quick: Calling) => depth<readonly Calling[]>([quick], ['TIKTOK', 'INSTAGRAM']);

describe('a grant that its user ends at the platform', () => {
  test.each(platformsOf('INSTAGRAM'))('ends here within moments at %s', async (platform) => {
    const { creator, handle, id, stored } = await aConnection(platform);
    const simulator = simulatorOf(stack.socialUrl, platform);
    await simulator.callAt(`${stack.baseUrl}/platform-events`);
    expect(await simulator.revokeAt(handle)).toEqual([200]);
    await control.untilQueuesAreEmpty();
    expect(await stored()).toMatchObject({ status: 'REVOKED', access: null, refresh: null });
    const { status, socialConnection } = (await creator.keyed.get('/social-accounts')).body.data[0];
    expect([status, socialConnection.status, socialConnection.sharing]).toEqual(['ACTIVE', 'REVOKED', null]);
    expect(await disconnections(id)).toBe(1);
  });

  test('at Twitch is ended once, even if the event arrives several times at once', async () => {
    const { id, stored, externalId } = await aConnection('TWITCH');
    const call = await aTwitchCall(externalId);
    const before = await taken();
    const times = depth(4, 12);
    const answers = await Promise.all(Array.from({ length: times }, () => send(call)));
    expect(answers).toEqual(Array(times).fill({ status: 200, text: '' }));
    await control.untilQueuesAreEmpty();
    expect(await stored()).toMatchObject({ status: 'REVOKED', access: null, refresh: null });
    expect([(await taken()) - before, await disconnections(id)]).toEqual([1, 1]);
  });

  test('is ended once when the platform sends duplicates', async () => {
    const { handle, id } = await aConnection('TIKTOK');
    const simulator = simulatorOf(stack.socialUrl, 'TIKTOK');
    await simulator.callAt(`${stack.baseUrl}/platform-events`, 'duplicate-webhook');
    expect(await simulator.revokeAt(handle)).toEqual([200, 200, 200]);
    await control.untilQueuesAreEmpty();
    expect(await disconnections(id)).toBe(1);
  });

  test('stays connected after a new sign-in when the old event is repeated', async () => {
    const { creator, handle, stored, externalId } = await aConnection('TWITCH');
    const call = await aTwitchCall(externalId);
    await send(call);
    await control.untilQueuesAreEmpty();
    await connect(creator, handle, { platform: 'TWITCH' });
    expect((await send(call)).status).toBe(200);
    await control.untilQueuesAreEmpty();
    expect((await stored()).status).toBe('ACTIVE');
  });

  test('stays connected if the first delivery of the event comes after a new sign-in', async () => {
    const { creator, handle, stored, externalId } = await aConnection('TWITCH');
    const call = await aTwitchCall(externalId);
    await control.moveOn(60_000);
    await connect(creator, handle, { platform: 'TWITCH' });
    expect((await send(call)).status).toBe(200);
    await control.untilQueuesAreEmpty();
    expect((await stored()).status).toBe('ACTIVE');
    expect((await send(await aTwitchCall(externalId))).status).toBe(200);
    await control.untilQueuesAreEmpty();
    expect((await stored()).status).toBe('REVOKED');
  });

  test('is ended although the queue delivers its message several times', async () => {
    const { id, stored, externalId } = await aConnection('X');
    const at = (await control.now()).toISOString();
    const message = { kind: 'end-grant-by-platform', platform: 'X', messageId: `m-${id}`, externalId, at };
    await Promise.all(Array.from({ length: depth(4, 8) }, () => control.deliver([message])));
    expect([(await stored()).status, await disconnections(id)]).toEqual(['REVOKED', 1]);
  });
});

describe('a deletion that a person requests at Meta', () => {
  test('ends the connection, and Meta gets the page and the code of the deletion', async () => {
    const { handle, stored } = await aConnection('INSTAGRAM');
    const simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
    await simulator.callAt(`${stack.baseUrl}/platform-events`);
    const { status, text } = Object(await simulator.requestDeletion(handle));
    const { url, confirmation_code: code } = JSON.parse(text);
    expect([status, url]).toEqual([200, expect.stringMatching(new RegExp(`/data-deletion/${code}$`))]);
    await control.untilQueuesAreEmpty();
    expect((await stored()).status).toBe('REVOKED');
    const page = await fetch(`${stack.baseUrl}${new URL(url).pathname}`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('We have handled your request')]);
    const unknown = await fetch(`${stack.baseUrl}/platform-events/instagram/data-deletion/${'0'.repeat(32)}`);
    expect(unknown.status).toBe(404);
  });
});

describe('a call', () => {
  test.each(platformsOf('TIKTOK'))('from %s is refused with a wrong signature', async (platform) => {
    const { handle, stored } = await aConnection(platform);
    const simulator = simulatorOf(stack.socialUrl, platform);
    await simulator.callAt(`${stack.baseUrl}/platform-events`, 'bad-signature');
    const before = await taken();
    expect(await simulator.revokeAt(handle)).toEqual([403]);
    await control.untilQueuesAreEmpty();
    expect([(await stored()).status, await taken()]).toEqual(['ACTIVE', before]);
  });

  test('is refused and stores nothing if its signature is wrong, missing or an hour old', async () => {
    const call = await aTwitchCall();
    const before = await taken();
    const old = revocationCall('TWITCH', {
      ...(await ended('12345678')),
      now: new Date((await control.now()).getTime() - 3_600_000),
    });
    for (const wrong of [withWrongSignature(call), { ...call, headers: {} }, { ...call, body: `${call.body} ` }, old]) {
      const { status, text } = await send(wrong ?? call);
      expect([status, JSON.parse(text)]).toEqual([
        403,
        {
          ...{ statusCode: 403, code: 'insufficient_scope', path: '/platform-events/twitch' },
          ...{ message: expect.any(String), timestamp: expect.any(String) },
        },
      ]);
    }
    expect(await taken()).toBe(before);
  });

  test.each([
    ['/myspace', 404],
    ['/youtube', 404],
    ['/x', 404],
    ['/kick', 503],
    ['/tiktok/deauthorize', 404],
  ])('to %s is refused with %i', async (path, status) => {
    expect((await send({ ...(await aTwitchCall()), path })).status).toBe(status);
  });

  test('above the limit of bytes is refused before all of it is read', async () => {
    const { path, headers } = await aTwitchCall();
    const announced = [...Object.entries(headers), ['Content-Length', '70000']] as [string, string][];
    const chunked = [...Object.entries(headers), ['Transfer-Encoding', 'chunked']] as [string, string][];
    const post = { method: 'POST', target: `/platform-events${path}`, isWhole: false };
    for (const call of [
      { ...post, headers: announced, body: 'x' },
      { ...post, headers: chunked, body: `${(70_000).toString(16)}\r\n${' '.repeat(70_000)}\r\n` },
    ])
      expect((await sendRaw(stack.baseUrl, call)).status).toBe(413);
  });

  test('from Twitch that verifies the address is answered with its challenge', async () => {
    const { headers } = await aTwitchCall();
    const body = JSON.stringify({ challenge: 'a-challenge', subscription: { type: 'x', status: 's', condition: {} } });
    const [id, at] = [headers['twitch-eventsub-message-id'], headers['twitch-eventsub-message-timestamp']];
    const signature = createHmac('sha256', secret).update(`${id}${at}${body}`).digest('hex');
    const verification = {
      path: '/twitch',
      body,
      headers: {
        ...headers,
        'twitch-eventsub-message-type': 'webhook_callback_verification',
        'twitch-eventsub-message-signature': `sha256=${signature}`,
      },
    };
    expect(await send(verification)).toEqual({ status: 200, text: 'a-challenge' });
  });

  test('from Meta that verifies the address is answered only with the right token', async () => {
    const ask = async (token: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.challenge': '1158201444',
        'hub.verify_token': token,
      });
      return answered(await fetch(`${stack.baseUrl}/platform-events/instagram?${query}`));
    };
    expect(await ask('a token of ours')).toEqual({ status: 200, text: '1158201444' });
    expect((await ask('another token')).status).toBe(403);
  });

  test('its event is stored for thirty days, and deleted afterwards', async () => {
    const call = await aTwitchCall();
    await send(call);
    await control.untilQueuesAreEmpty();
    const before = await taken();
    await control.moveOn(5 * dayMs);
    await control.run('sweep-connections');
    expect(await taken()).toBe(before);
    await control.moveOn(26 * dayMs);
    await control.run('sweep-connections');
    expect(await taken()).toBe(0);
  });
});
