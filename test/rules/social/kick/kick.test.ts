import { beforeEach, describe, expect, test } from 'vitest';
import { kick } from '../../../../functions/platform/social/kick/kick.ts';
import type { Grant } from '../../../../functions/platform/social/social-platform.ts';
import { kick as simulated } from '../../../../scripts/local/endpoints/social-simulator/kick/kick.ts';
import { fc } from '../../../support/fast-check.ts';
import { expectNothingRequested, expectWait } from '../../../support/social/adapter-checks.ts';
import { sharedFaults, testRefusingMeter } from '../../../support/social/adapter-tests.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { givenToken, grantToken } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { aSimulatedAccount } from '../../../support/social/simulated-account.ts';
import { depth } from '../../../support/stack/depth.ts';

const platform = await ownPlatform(simulated);
const { world, meter, endpoint } = platform;
const adapter = () => kick({ apiUrl: endpoint.url, appToken: givenToken }, meter);

const account = aSimulatedAccount({ externalId: '555', handle: 'streamer', title: 'Streamer' });
const grant: Grant = { accessToken: grantToken, externalId: '555' };

beforeEach(() => {
  world.accounts = [account];
  world.grant = { account, scopes: ['user:read', 'channel:read'] };
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
    const without = kick({ apiUrl: endpoint.url, appToken: undefined }, meter);
    await expectNothingRequested(platform, 'REFUSED', [
      () => adapter().channel('OWN', 'APP'),
      () => without.channel({ externalId: '555' }, 'APP'),
    ]);
  });

  test('refuses a grant without the scope of the channel', async () => {
    world.grant = { account, scopes: ['user:read'] };
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe('GRANT_REFUSED');
  });

  test('has no posts', async () => {
    expect(adapter().postsPerCall).toBe(0);
    await expect(adapter().posts(['1'], 'APP')).rejects.toThrow('Kick provides no posts');
    await expect(adapter().latest('555', 'APP', { limit: 5 })).rejects.toThrow('Kick provides no posts');
    expect([meter.calls, endpoint.count]).toEqual([0, 0]);
  });

  testRefusingMeter(platform, [() => adapter().channel('OWN', grant)]);

  // The timeout takes five seconds. The other platforms test it at the full depth alone.
  test.each([...sharedFaults, ['timeout', 'SILENT'] as const])(
    'reads the fault %s as %s, and asks no more',
    async (fault, kind) => {
      world.fault = fault;
      expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe(kind);
      expect(meter.spent).toHaveLength(1);
      expect(world.calls).toEqual(['channels']);
    },
  );

  test('waits 60 seconds after a refusal that states no time', async () => {
    world.fault = '429';
    await failureOf(adapter().channel('OWN', grant));
    expect(meter.reports).toMatchObject([{ bucket: 'api', remaining: 0 }]);
    expectWait(meter.reports[0], 58, 61);
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
