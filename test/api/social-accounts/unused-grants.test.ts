import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { begin, comeBack, connect, decide } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
});

const aCreator = () => aPerson(stack.baseUrl, { roles: ['CREATOR'] });
const aName = () => `unused${randomBytes(5).toString('hex')}`;
const connectionOf = async (person: Person) =>
  (await person.api.get('/social-accounts')).body.data[0].socialConnection.status;

/** TikTok calls the service about every revocation. */
async function aConnected(platform: Platform) {
  const [owner, handle, simulator] = [await aCreator(), aName(), simulatorOf(stack.socialUrl, platform)];
  await simulator.callAt(`${stack.baseUrl}/platform-events`);
  expect((await connect(owner, handle, { platform })).status).toBe(200);
  return { owner, handle, simulator };
}

async function untilAllIsDone(): Promise<void> {
  await control.untilNothingIsDeferred();
  await control.untilQueuesAreEmpty();
}

// These two end every grant of the person when one token is revoked.
describe.each(['TIKTOK', 'YOUTUBE'] as const)(
  'a refused sign-in at %s leaves a connection of the account alive',
  (platform) => {
    test('when another user has it', async () => {
      const { owner, handle, simulator } = await aConnected(platform);
      expect((await connect(await aCreator(), handle, { platform })).text).toContain('Another user has this account');
      await untilAllIsDone();
      expect(await simulator.grantsOf(handle)).toBe(2);
      expect(await connectionOf(owner)).toBe('ACTIVE');
    });

    test('when its owner signs in again without a permission', async () => {
      const { owner, handle, simulator } = await aConnected(platform);
      const { authorizeUrl, cookie } = await begin(owner, { platform });
      const back = await comeBack(await decide(authorizeUrl, { handle, scopes: ['openid'] }), cookie);
      expect(back.text).toContain('A permission is missing');
      await untilAllIsDone();
      expect(await simulator.grantsOf(handle)).toBe(2);
      expect(await connectionOf(owner)).toBe('ACTIVE');
    });
  },
);

test('a refused sign-in ends its grant at the platform when nobody has connected the account', async () => {
  const [creator, handle, simulator] = [await aCreator(), aName(), simulatorOf(stack.socialUrl)];
  const { authorizeUrl, cookie } = await begin(creator);
  const callback = await decide(authorizeUrl, { handle });
  await market.pool.query('update users set suspended_at = now() where id = $1', [creator.userId]);
  expect((await comeBack(callback, cookie)).text).toContain('You cannot connect accounts');
  await untilAllIsDone();
  expect(await simulator.grantsOf(handle)).toBe(0);
});

test.each([
  [31, 400, 0],
  [29, 200, 1],
])(
  'a sign-in with a code of X that is %i seconds old is answered %i and stores %i accounts',
  async (seconds, status, accounts) => {
    const creator = await aCreator();
    const { authorizeUrl, cookie } = await begin(creator, { platform: 'X' });
    const callback = await decide(authorizeUrl, { handle: aName() });
    await control.moveOn(seconds * 1_000);
    expect((await comeBack(callback, cookie)).status).toBe(status);
    expect((await creator.api.get('/social-accounts')).body.data).toHaveLength(accounts);
  },
);

test('of the sign-ins that a user has begun, only the latest twenty can return', async () => {
  const creator = await aCreator();
  const begun: Awaited<ReturnType<typeof begin>>[] = [];
  for (let n = 0; n < 21; n += 1) begun.push(await begin(creator));
  const back = async (n: number) => {
    const { authorizeUrl = '', cookie = '' } = begun[n] ?? {};
    return comeBack(await decide(authorizeUrl, { handle: aName() }), cookie);
  };
  expect((await back(0)).text).toContain('This sign-in is no longer valid');
  expect((await back(1)).status).toBe(200);
  expect((await back(20)).status).toBe(200);
});
