import { afterAll, beforeEach, expect, test } from 'vitest';
import { json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { type RenewedConnections, renewedConnectionsOf } from '../../support/market/renewed-connections.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

/** The paths that were called at other addresses than those beside the token's. */
const called: string[] = [];
const elsewhere = await startEndpoint({
  async handle({ method, path }) {
    called.push(`${method} ${path.split('?')[0]}`);
    return json(200, {});
  },
});
afterAll(() => elsewhere.stop());
beforeEach(() => {
  called.length = 0;
});

/** Instagram lets no application end a grant. */
const revoking = ['YOUTUBE', 'TIKTOK', 'X', 'TWITCH', 'KICK'] as const;
const revokeUrls = revoking.map((platform) => [`${platform}_REVOKE_URL`, `${elsewhere.url}/ended/${platform}`]);

let control: ReturnType<typeof controlOf>;
let aConnection: RenewedConnections['aConnection'];
let renewAfter: RenewedConnections['renewAfter'];
ownMarket(
  (own) => {
    ({ control } = own);
    ({ aConnection, renewAfter } = renewedConnectionsOf(own));
  },
  { vars: { ...Object.fromEntries(revokeUrls), TWITCH_VALIDATE_URL: `${elsewhere.url}/valid` } },
);

test.each(revoking)('a grant of %s is ended at the address that its setting names', async (platform) => {
  const { creator, id, handle, simulator } = await aConnection(platform);
  expect((await creator.api.delete(`/social-accounts/${id}/connection`)).status).toBe(200);
  await control.untilNothingIsDeferred();
  expect(called).toEqual([`POST /ended/${platform}`]);
  expect(await simulator.grantsOf(handle)).toBe(1);
});

test('a grant of Twitch is validated at the address that its setting names', async () => {
  const { handle, simulator, stored } = await aConnection('TWITCH');
  const before = await stored();
  // The address beside the token's would refuse the token.
  await simulator.revokeAt(handle);
  await renewAfter(3_600_000);
  expect(called).toEqual(['GET /valid']);
  expect(await stored()).toMatchObject({ status: 'ACTIVE', access: before.access });
});
