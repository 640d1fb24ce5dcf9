import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { type Hooks, startHooks } from '../../support/market/hooks.ts';
import { anItem, created } from '../../support/market/market.ts';
import { messagesOf } from '../../support/market/messages.ts';
import { ownershipOf } from '../../support/market/ownership.ts';
import { aPerson, callAuth } from '../../support/market/people.ts';
import { depth, isFullDepth } from '../../support/stack/depth.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let hooks: Hooks;
let baseUrl: string;
beforeAll(async () => {
  hooks = await startHooks();
  ({ baseUrl } = hooks.stack);
});
afterAll(() => hooks.stop());

const isStatus = (wanted: number, request: () => Promise<{ status: number }>) => async () =>
  (await request()).status === wanted;

/** Creates an object with a lifetime, and returns a check of its validity, which can use it up. */
type Begin = () => Promise<() => Promise<boolean>>;

const lives: readonly (readonly [name: string, lifetimeMs: number, begin: Begin])[] = [
  [
    'an API key that expires in an hour',
    hour,
    async () => {
      const { api } = await aPerson(baseUrl, { scopes: [] });
      const expiresAt = new Date((await hooks.control.now()).getTime() + hour).toISOString();
      const { key } = created(await api.post('/api-keys', { name: 'short', scopes: ['read'], expiresAt })).body.data;
      return isStatus(200, () => clientOf(baseUrl, key).get('/me'));
    },
  ],
  [
    'a token',
    15 * minute,
    async () => {
      const { api } = await aPerson(baseUrl, { scopes: [] });
      return isStatus(200, () => api.get('/me'));
    },
  ],
  [
    'an unused session',
    7 * day,
    async () => {
      const { cookie } = await aPerson(baseUrl, { scopes: [], hasSession: true });
      return isStatus(200, () => callAuth(baseUrl, '/token', { headers: { cookie } }));
    },
  ],
  [
    'the token of a password reset',
    hour,
    async () => {
      const { email, userId } = await aPerson(baseUrl, { scopes: [] });
      await callAuth(baseUrl, '/request-password-reset', { body: { email } });
      const { mailsTo } = messagesOf(hooks.market, hooks.stack);
      const [mail] = await expect
        .poll(() => mailsTo(userId))
        .toHaveLength(1)
        .then(() => mailsTo(userId));
      const [, token] = /reset\?token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
      return isStatus(200, () =>
        callAuth(baseUrl, '/reset-password', { body: { token, newPassword: 'brand new horse' } }),
      );
    },
  ],
  [
    'the address of a private preview',
    hour,
    async () => {
      const { keyed } = await aPerson(baseUrl, { roles: ['CREATOR'] });
      const { previewUrl } = (await keyed.post('/influencer-profile/page/generate')).body.data;
      return isStatus(200, () => fetch(previewUrl));
    },
  ],
  [
    'the code that proves a channel',
    72 * hour,
    async () => {
      const { anOwner, aChannel } = ownershipOf({ market: hooks.market, baseUrl });
      const { id, api } = await anOwner();
      const channel = await aChannel(id, { ownership: 'NONE' });
      const path = `/influencer-channels/${channel.id}`;
      expect((await api.post(`${path}/ownership-challenge`, {})).body.data.code).toMatch(/./);
      // A submission without evidence needs a valid code.
      return isStatus(200, () => api.post(`${path}/submit`, {}));
    },
  ],
  [
    'the previous secret of a webhook after a rotation',
    24 * hour,
    async () => {
      const endpoint = await hooks.anEndpoint();
      const rotated = await endpoint.owner.api.post(`${hooks.pathOf(endpoint)}/rotate-secret`, { overlapHours: 24 });
      expect(rotated.status).toBe(200);
      return async () => (await hooks.seen(endpoint)).previousSecretExpiresAt !== null;
    },
  ],
  [
    'the stored response of an Idempotency-Key',
    7 * day,
    async () => {
      const { market, control } = hooks;
      const advertiser = await market.anAdvertiser();
      const items = [anItem(await market.aListing(), { dueAt: inAYear, results: [{ expectedAt: inAYear }] })];
      const key = randomUUID();
      const order = () => advertiser.api.post('/placement-orders', { items }, { key });
      created(await order());
      return async () => {
        await control.flushUpstash();
        return (await order()).headers.get('idempotent-replayed') === 'true';
      };
    },
  ],
];
const inAYear = new Date(Date.now() + 365 * day).toISOString();

/** The jobs that delete what has expired. */
const sweeps = [
  ...['sweep-idempotency-keys', 'sweep-identity', 'sweep-connections', 'sweep-uploads', 'sweep-messages'],
  ...['check-ownership'],
] as const;

/** Moves to a moment, and fires every cron there once; at the quick depth, the jobs that sweep. */
async function passTo(at: number): Promise<void> {
  const { control } = hooks;
  await control.moveClock(new Date(at));
  if (isFullDepth) for (const cron of ['*/5 * * * *', '17 3 * * *']) await control.fireCron(cron);
  else await control.run(...sweeps);
}

test.each(lives)('%s is valid until its expiry, and not afterwards', async (_, lifetimeMs, begin) => {
  const { control } = hooks;
  const startedAt = (await control.now()).getTime();
  const [isEarlyInForce, isLateInForce] = [await begin(), await begin()];
  const begunAt = (await control.now()).getTime();
  await passTo(startedAt + lifetimeMs - 2 * minute);
  expect(await isEarlyInForce()).toBe(true);
  await passTo(begunAt + lifetimeMs + 1_000);
  expect(await isLateInForce()).toBe(false);
});

test('a session used every few days is extended, and ends seven days after the last use', async () => {
  const { cookie } = await aPerson(baseUrl, { scopes: [], hasSession: true });
  const isInForce = async () => (await callAuth(baseUrl, '/get-session', { headers: { cookie } })).body !== null;
  const now = async () => (await hooks.control.now()).getTime();
  // Without an extension it would end during the second wait.
  for (let use = 0; use < depth(2, 3); use++) {
    await passTo((await now()) + 5 * day);
    expect(await isInForce()).toBe(true);
  }
  await passTo((await now()) + 7 * day + minute);
  expect(await isInForce()).toBe(false);
});
