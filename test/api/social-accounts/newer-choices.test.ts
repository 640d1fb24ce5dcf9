import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { begin, comeBack, connect, decide } from '../../support/social/sign-in.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf(shared);
afterAll(() => market.close());

const aName = () => `chooses-${randomBytes(5).toString('hex')}`;
const accountOf = async (person: Person) => (await person.api.get('/social-accounts')).body.data[0];
const share = async (person: Person, enabled: boolean) => {
  const { id } = await accountOf(person);
  expect((await person.api.put(`/social-accounts/${id}/sharing`, { enabled })).status).toBe(200);
};
const consentsOf = async (accountId: number) =>
  (await market.pool.query('select kind from account_consents where social_account_id = $1 order by at', [accountId]))
    .rows;
const start = async (person: Person, shareMetrics: boolean) => {
  const begun = await begin(person, { platform: 'YOUTUBE', shareMetrics });
  return async (handle: string) => comeBack(await decide(begun.authorizeUrl, { handle }), begun.cookie);
};

/** A creator whose account shares its metrics or not, and a sign-in of it that has begun with the other choice. */
async function aSignIn({ isShared }: { isShared: boolean }) {
  const [person, handle] = [await aPerson(shared.baseUrl, { roles: ['CREATOR'] }), aName()];
  await connect(person, handle, { platform: 'YOUTUBE', shareMetrics: isShared });
  const finish = await start(person, !isShared);
  return { person, handle, finish: () => finish(handle) };
}

test('a sign-in with a consent does not overwrite a withdrawal that its owner has made since it began', async () => {
  const { person, finish } = await aSignIn({ isShared: false });
  await share(person, true);
  await share(person, false);
  const { id } = await accountOf(person);
  const consents = await consentsOf(id);
  expect((await finish()).status).toBe(200);
  expect((await accountOf(person)).socialConnection).toMatchObject({ status: 'ACTIVE', sharing: null });
  expect(await consentsOf(id)).toEqual(consents);
});

test('a sign-in with a consent does not overwrite a withdrawal of a consent that was not given', async () => {
  const { person, finish } = await aSignIn({ isShared: false });
  await share(person, false);
  await finish();
  expect((await accountOf(person)).socialConnection.sharing).toBeNull();
});

test('a sign-in without a consent does not overwrite a consent that its owner has given since it began', async () => {
  const { person, finish } = await aSignIn({ isShared: true });
  await share(person, false);
  await share(person, true);
  const { id, socialConnection } = await accountOf(person);
  const consents = await consentsOf(id);
  await finish();
  expect((await accountOf(person)).socialConnection.sharing).toEqual(socialConnection.sharing);
  expect(await consentsOf(id)).toEqual(consents);
});

test.each([true, false])(
  'of two sign-ins, the choice of the one that began later stays (shares: %s)',
  async (shares) => {
    for (const isLaterFirst of [true, false]) {
      const [person, handle] = [await aPerson(shared.baseUrl, { roles: ['CREATOR'] }), aName()];
      const [earlier, later] = [await start(person, !shares), await start(person, shares)];
      for (const finish of isLaterFirst ? [later, earlier] : [earlier, later]) await finish(handle);
      expect((await accountOf(person)).socialConnection.sharing === null).toBe(!shares);
    }
  },
);

test('a sign-in that began after the last choice stores its own', async () => {
  const { person, finish } = await aSignIn({ isShared: true });
  await finish();
  expect((await accountOf(person)).socialConnection.sharing).toBeNull();
});
