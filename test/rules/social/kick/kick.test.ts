import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kick } from '../../../../functions/platform/social/kick/kick.ts';
import type { Grant } from '../../../../functions/platform/social/social-platform.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import { kick as simulated } from '../../../../scripts/local/endpoints/social-simulator/kick/kick.ts';
import type { SimulatedAccount } from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { fc } from '../../../support/fast-check.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { givenToken, grantToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { depth } from '../../../support/stack/depth.ts';

const world = new PlainWorld();
const meter = new CountingMeter();
let endpoint: Endpoint;
const adapter = () => kick({ apiUrl: endpoint.url, appToken: givenToken }, meter);

const account: SimulatedAccount = {
  externalId: '555',
  handle: 'streamer',
  title: 'Streamer',
  description: 'About',
  followers: 12,
  posts: [],
  audience: null,
  pictureUrl: undefined,
};
const grant: Grant = { accessToken: grantToken, externalId: '555' };

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());
beforeEach(() => {
  world.accounts = [account];
  world.grant = { account, scopes: ['user:read', 'channel:read'] };
  world.fault = undefined;
  world.calls.length = 0;
  meter.clear();
  meter.isEmpty = false;
  endpoint.resetCount();
});

describe("Kick's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    await fc.assert(
      fc.asyncProperty(randomAccounts(simulated, ['STREAM']), async (accounts) => {
        world.accounts = accounts;
        for (const { externalId, handle, title, description, pictureUrl } of accounts) {
          const channel = { externalId, handle, title, description, followers: null, avatarUrl: pictureUrl ?? null };
          expect(await adapter().channel({ externalId }, 'APP')).toEqual(channel);
          expect(await adapter().channel({ handle: handle.toUpperCase() }, 'APP')).toEqual(channel);
        }
        expect(await adapter().channel({ externalId: '7' }, 'APP')).toBeNull();
      }),
      { numRuns: depth(40, 500) },
    );
  });

  test('knows no channel of an unknown or impossible handle', async () => {
    expect(await adapter().channel({ handle: 'nobody' }, 'APP')).toBeNull();
    expect(meter.spent).toEqual([{ bucket: 'api', calls: 2, units: 2 }]);
    expect(await adapter().channel({ handle: 'no body!' }, 'APP')).toBeNull();
    expect(await adapter().channel({ externalId: 'x' }, 'APP')).toBeNull();
    expect(meter.calls).toBe(2);
  });

  test('reads the channel of a grant, and refuses the one of the application without a request', async () => {
    expect((await adapter().channel('OWN', grant))?.externalId).toBe('555');
    meter.clear();
    endpoint.resetCount();
    expect((await failureOf(adapter().channel('OWN', 'APP'))).kind).toBe('NOT_GRANTED');
    const without = kick({ apiUrl: endpoint.url, appToken: undefined }, meter);
    expect((await failureOf(without.channel({ externalId: '555' }, 'APP'))).kind).toBe('NOT_GRANTED');
    expect([meter.calls, endpoint.count]).toEqual([0, 0]);
  });

  test('refuses a grant without the scope of the channel', async () => {
    world.grant = { account, scopes: ['user:read'] };
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe('NOT_GRANTED');
  });

  test('has no posts', async () => {
    expect(adapter().postsPerCall).toBe(0);
    await expect(adapter().posts(['1'], 'APP')).rejects.toThrow('Kick provides no posts');
    await expect(adapter().latest('555', 'APP', { limit: 5 })).rejects.toThrow('Kick provides no posts');
    expect([meter.calls, endpoint.count]).toEqual([0, 0]);
  });

  test('requests nothing when the meter refuses', async () => {
    meter.isEmpty = true;
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe('OVER_BUDGET');
    expect(endpoint.count).toBe(0);
  });

  test.each([
    ['429', 'LIMITED'],
    ['500', 'SILENT'],
    ['malformed', 'SILENT'],
    ['timeout', 'SILENT'],
    ['expired-token', 'NOT_GRANTED'],
    ['revoked', 'NOT_GRANTED'],
    ['scope-missing', 'NOT_GRANTED'],
  ] as const)('reads the fault %s as %s, and asks no more', async (fault, kind) => {
    world.fault = fault;
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe(kind);
    expect(meter.spent).toHaveLength(1);
    expect(world.calls).toEqual(['channels']);
  });

  test('waits 60 seconds after a refusal that states no time', async () => {
    world.fault = '429';
    await failureOf(adapter().channel('OWN', grant));
    expect(meter.reports).toMatchObject([{ bucket: 'api', remaining: 0 }]);
    const waitMs = (meter.reports[0]?.resetsAt.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(58_000);
    expect(waitMs).toBeLessThan(61_000);
  });

  test('does not take a 404 for a deleted channel', async () => {
    const recorded = await serveRecorded({ '/channels': { status: 404, body: { data: {}, message: 'Not Found' } } });
    const failure = await failureOf(
      kick({ apiUrl: recorded.url, appToken: givenToken }, meter).channel({ handle: 'one' }, 'APP'),
    );
    await recorded.stop();
    expect(failure.kind).toBe('SILENT');
  });

  test('takes pictures of Kick alone', async () => {
    await expect(adapter().image('https://example.com/picture.jpg')).rejects.toThrow('no usable picture');
  });
});
