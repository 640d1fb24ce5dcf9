import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { heldKey, whileHeld } from '../../support/stack/held-rows.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

/** A connection at a platform that ends only the grant of the token it is given, and a new one of the same account. */
async function aConnection() {
  const creator = await aPerson(own.stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `twice${randomBytes(5).toString('hex')}`;
  const signIn = async () => expect((await connect(creator, handle, { platform: 'KICK' })).status).toBe(200);
  await signIn();
  const account = async () => (await creator.api.get('/social-accounts')).body.data[0];
  const { id } = await account();
  const simulator = simulatorOf(own.stack.socialUrl, 'KICK');
  /** The owner ends the first grant at the platform and signs in again. */
  const connectAgain = async () => {
    await simulator.revokeAt(handle);
    await signIn();
  };
  return { creator, handle, id, account, simulator, connectAgain };
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

test.each(ends)(
  'a creator who ends %s while a new connection replaces the former one leaves no grant at the platform',
  async (_, end) => {
    const { creator, handle, id, simulator, connectAgain } = await aConnection();
    const key = randomUUID();
    const reply = await whileHeld(
      own.market.pool,
      heldKey(creator.userId, key),
      () => end(creator, id, key),
      async () => {
        await connectAgain();
        expect(await simulator.grantsOf(handle)).toBe(1);
      },
    );
    expect(reply.body.data.socialConnection.status).toBe('REVOKED');
    await own.control.untilNothingIsDeferred();
    expect(await simulator.grantsOf(handle)).toBe(0);
  },
);

test('an event about a connection does not end the one that replaces it while the event is handled', async () => {
  const { account, connectAgain, id } = await aConnection();
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
