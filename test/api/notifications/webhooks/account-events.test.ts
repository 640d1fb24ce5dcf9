import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountEventCall } from '../../../../schema/notifications/webhook-calls.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { verified } from '../../../support/market/receiver.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { connect } from '../../../support/social/sign-in.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

/** A creator with an endpoint for each of these lists of kinds; undefined: every kind. */
async function aCreator(...kinds: readonly (readonly string[] | undefined)[]) {
  const creator = await aPerson(hooks.stack.baseUrl, { roles: ['CREATOR'] });
  const owner = { id: creator.userId, api: creator.keyed };
  const endpoints: Endpoint[] = [];
  for (const each of kinds) endpoints.push(await hooks.anEndpoint({ owner, ...(each && { kinds: each }) }));
  return { creator, endpoints };
}

const aName = () => `hook${randomBytes(5).toString('hex')}`;
const settle = async (): Promise<void> => {
  await hooks.everyMinute();
  await hooks.control.untilQueuesAreEmpty();
};
const callsTo = (endpoint: Endpoint) =>
  hooks.receiver
    .callsTo(endpoint.path)
    .map((call) => accountEventCall().parse(verified(call, endpoint.secret)))
    .sort((a, b) => a.timestamp.localeCompare(b.timestamp));
const kindsTo = (endpoint: Endpoint): string[] => callsTo(endpoint).map(({ type }) => type);
const accountOf = async (creator: Person) => (await creator.keyed.get('/social-accounts')).body.data[0];

describe('the owner of a social account', () => {
  test('is notified that it is activated and disconnected, at the endpoints for these kinds', async () => {
    const { creator, endpoints } = await aCreator(undefined, ['social_account.disconnected'], ['assignment.accepted']);
    const [all, some, others] = endpoints;
    if (!all || !some || !others) throw new Error('three were made');
    expect((await connect(creator, aName(), { platform: 'TWITCH' })).status).toBe(200);
    const { id } = await accountOf(creator);
    expect((await creator.api.delete(`/social-accounts/${id}/connection`)).status).toBe(200);
    await settle();
    expect(callsTo(all)).toEqual([
      {
        type: 'social_account.activated',
        timestamp: expect.any(String),
        data: { socialAccountId: id, platform: 'TWITCH', actor: 'CREATOR' },
      },
      expect.objectContaining({ type: 'social_account.disconnected' }),
    ]);
    expect([kindsTo(some), kindsTo(others)]).toEqual([['social_account.disconnected'], []]);
  });

  test('is notified of a connection that expires', async () => {
    const { creator, endpoints } = await aCreator(undefined);
    const handle = aName();
    await connect(creator, handle, { platform: 'TWITCH' });
    await settle();
    await simulatorOf(hooks.stack.socialUrl, 'TWITCH').revokeAt(handle);
    await hooks.later(3_600);
    await hooks.control.run('take-due-connections');
    await settle();
    const [endpoint] = endpoints;
    expect(endpoint && kindsTo(endpoint)).toEqual(['social_account.activated', 'social_account.expired']);
  });

  test('is notified of a block and of its end, not of another reason of the same block', async () => {
    const { creator, endpoints } = await aCreator(undefined);
    await connect(creator, aName(), { platform: 'TWITCH' });
    const { id } = await accountOf(creator);
    const staff = await peopleOf(hooks.stack.baseUrl, hooks.market).aPerson({ roles: ['STAFF'] });
    const block = (body: object) => staff.twin.put(`/staff/social-accounts/${id}/block`, body);
    expect((await block({ blocked: true, reason: 'Bought followers.' })).status).toBe(200);
    expect((await block({ blocked: true, reason: 'Bought many followers.' })).status).toBe(200);
    expect((await block({ blocked: false })).status).toBe(200);
    await settle();
    const [endpoint] = endpoints;
    expect(endpoint && callsTo(endpoint).map(({ type, data }) => [type, data.actor])).toEqual([
      ['social_account.activated', 'CREATOR'],
      ['social_account.blocked', 'STAFF'],
      ['social_account.activated', 'STAFF'],
    ]);
  });

  test('is not notified of an account that is deleted without a connection', async () => {
    const { creator, endpoints } = await aCreator(undefined);
    const { id } = (await creator.api.post('/social-accounts', { platform: 'YOUTUBE', handle: aName() })).body.data;
    expect((await creator.api.delete(`/social-accounts/${id}`)).status).toBe(200);
    await settle();
    const [endpoint] = endpoints;
    expect(endpoint && kindsTo(endpoint)).toEqual([]);
  });
});
