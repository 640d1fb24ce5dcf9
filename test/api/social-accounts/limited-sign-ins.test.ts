import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { aPerson } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

test('a sign-in sends no token request while the platform refuses them, and stores nothing', async () => {
  const { stack, control } = own;
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `signs${randomBytes(4).toString('hex')}`;
  const simulator = simulatorOf(stack.socialUrl, 'KICK');
  const signIn = async () => (await connect(creator, handle, { platform: 'KICK' })).status;
  await simulator.change(handle, { fails: '429', failsAt: 'token' });
  expect([await signIn(), await signIn()]).toEqual([503, 503]);
  expect((await simulator.callsFor(handle)).token).toBe(1);
  expect((await creator.api.get('/social-accounts')).body.data).toEqual([]);
  await simulator.forget(handle);
  // The simulator states two minutes.
  await control.moveOn(121_000);
  expect(await signIn()).toBe(200);
});
