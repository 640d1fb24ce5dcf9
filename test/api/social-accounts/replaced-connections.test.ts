import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { renewedConnectionsOf } from '../../support/market/renewed-connections.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { isOnDiagonal } from '../../support/stack/depth.ts';
import { heldKey, whileHeld } from '../../support/stack/held-rows.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

/** A connection, and a new one of the same account. */
async function aConnection(platform: Platform) {
  const creator = await aPerson(own.stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `twice${randomBytes(5).toString('hex')}`;
  const simulator = simulatorOf(own.stack.socialUrl, platform);
  const connectAgain = async () => {
    expect((await connect(creator, handle, { platform })).status).toBe(200);
    await own.control.untilNothingIsDeferred();
  };
  await connectAgain();
  const account = async () => (await creator.api.get('/social-accounts')).body.data[0];
  const { id } = await account();
  const grants = async () => {
    await own.control.untilNothingIsDeferred();
    return simulator.grantsOf(handle);
  };
  return { creator, handle, id, account, grants, simulator, connectAgain };
}

// These platforms end only the grant of the token that is revoked.
test.each(['X', 'TWITCH', 'KICK'] as const)(
  'a sign-in at %s that replaces a connection ends the former grant at the platform',
  async (platform) => {
    const { account, grants, connectAgain } = await aConnection(platform);
    await connectAgain();
    expect([await grants(), (await account()).socialConnection.status]).toEqual([1, 'ACTIVE']);
  },
);

// These would end the new grant too.
test.each(['YOUTUBE', 'TIKTOK'] as const)(
  'a sign-in at %s that replaces a connection revokes nothing',
  async (platform) => {
    const { creator, id, grants, connectAgain } = await aConnection(platform);
    await connectAgain();
    expect(await grants()).toBe(2);
    await creator.api.delete(`/social-accounts/${id}/connection`);
    expect(await grants()).toBe(0);
  },
);

/** The message that renews a connection, ready to be delivered. */
async function aRenewal(id: number) {
  const leaseEnd = await renewedConnectionsOf(own).aLease(String(id));
  const message = { kind: 'renew-connections', leaseEnd: leaseEnd.toISOString(), ids: [Number(id)] };
  return () => own.control.deliver([message]);
}

const ends = [
  [
    'the connection',
    (person: Person, id: number, key: string) =>
      person.api.send('DELETE', `/social-accounts/${id}/connection`, { key }),
  ],
  [
    'the account',
    (person: Person, id: number, key: string) => person.api.send('DELETE', `/social-accounts/${id}`, { key }),
  ],
  [
    'the account by a sale',
    (person: Person, id: number, key: string) =>
      person.api.send('POST', `/social-accounts/${id}/sold`, { key, body: {} }),
  ],
] as const;

/** A request that ends the connection, and what happens between its reads and its commit. */
async function endedMeanwhile(
  { creator, id }: Pick<Awaited<ReturnType<typeof aConnection>>, 'creator' | 'id'>,
  end: (typeof ends)[number][1],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const key = randomUUID();
  const held = heldKey(creator.userId, key);
  const reply = await whileHeld(own.market.pool, held, () => end(creator, id, key), meanwhile);
  expect(reply.body.data.socialConnection.status).toBe('REVOKED');
}

describe.each(ends)('a creator who ends %s leaves no grant at the platform', (name, end) => {
  const row = ends.findIndex(([other]) => other === name);

  test.runIf(isOnDiagonal(row, 0, 2))('when a new connection replaces the former one meanwhile', async () => {
    const connection = await aConnection('KICK');
    await endedMeanwhile(connection, end, connection.connectAgain);
    expect(await connection.grants()).toBe(0);
  });

  test.runIf(isOnDiagonal(row, 1, 2))('when its tokens are renewed meanwhile', async () => {
    const { creator, id, grants } = await aConnection('X');
    const renew = await aRenewal(id);
    await endedMeanwhile({ creator, id }, end, renew);
    expect(await grants()).toBe(0);
  });
});

test('a sign-in ends the former grant at the platform also when its tokens are renewed meanwhile', async () => {
  const { id, account, grants, connectAgain } = await aConnection('X');
  const renew = await aRenewal(id);
  const held = { text: 'select from social_accounts where id = $1 for update', values: [id] };
  await whileHeld(own.market.pool, held, connectAgain, renew);
  expect([await grants(), (await account()).socialConnection.status]).toEqual([1, 'ACTIVE']);
});

test('new tokens that arrive after another connection has replaced theirs are revoked', async () => {
  const { id, handle, simulator, account, grants } = await aConnection('X');
  const renew = await aRenewal(id);
  const requests = async () => (await simulator.callsFor(handle)).token ?? 0;
  const before = await requests();
  await simulator.change(handle, { fails: 'held', failsAt: 'token' });
  const renewal = renew();
  await expect.poll(requests).toBeGreaterThan(before);
  // As a sign-in would do, whose own token request the simulator would hold too.
  await own.market.pool.query(
    `update social_grants set connected_at = connected_at + interval '1 second', renewing_until = null where social_account_id = $1`,
    [id],
  );
  await simulator.forget(handle);
  await renewal;
  expect([await grants(), (await account()).socialConnection.status]).toEqual([0, 'ACTIVE']);
});

test('an event about a connection does not end the one that replaces it while the event is handled', async () => {
  const { account, connectAgain, id } = await aConnection('KICK');
  const { external_id: externalId } = await own.market.one('select external_id from social_accounts where id = $1', [
    id,
  ]);
  const messageId = randomUUID();
  const at = (await own.control.now()).toISOString();
  await whileHeld(
    own.market.pool,
    {
      text: 'insert into platform_events (platform, message_id, at) values ($1, $2, now())',
      values: ['KICK', messageId],
    },
    () => own.control.deliver([{ kind: 'end-grant-by-platform', platform: 'KICK', externalId, messageId, at }]),
    connectAgain,
  );
  expect((await account()).socialConnection.status).toBe('ACTIVE');
});

test('the nightly sweep revokes a connection that its platform has not confirmed for long, but not one that is replaced meanwhile', async () => {
  const [first, second] = [await aConnection('KICK'), await aConnection('KICK')];
  const { pool } = own.market;
  await pool.query(
    `update social_grants set confirmed_at = now() - case when social_account_id = $1 then interval '31 days' else interval '30 days' end
     where social_account_id in ($1, $2)`,
    [first.id, second.id],
  );
  // The sweep ends the first connection first, and waits for its account.
  const account = { text: 'select from social_accounts where id = $1 for update', values: [first.id] };
  await whileHeld(pool, account, () => own.control.run('sweep-connections'), second.connectAgain);
  const statusOf = async ({ account }: typeof first) => (await account()).socialConnection.status;
  expect([await statusOf(first), await first.grants()]).toEqual(['REVOKED', 0]);
  expect([await statusOf(second), await second.grants()]).toEqual(['ACTIVE', 1]);
});
