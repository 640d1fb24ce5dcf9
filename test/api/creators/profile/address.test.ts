import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { marketOf } from '../../../support/market/market.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { openAShop } from '../../../support/market/prices.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const aName = () => `mira-${randomUUID().slice(0, 8)}`;
const choose = ({ api }: Person, name: string | null) => api.put('/influencer-profile/address', { name });
const stateOf = async ({ api }: Person) => (await api.get('/influencer-profile/page')).body.data;
const opened = async (name: string) => {
  const { status, headers } = await fetch(`${baseUrl}/@${name}`, { redirect: 'manual' });
  return { status, location: headers.get('location') };
};

async function aPublishedCreator(): Promise<Person> {
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  await person.api.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays' });
  await openAShop(person);
  expect((await person.api.post('/influencer-profile/page/publish', {})).status).toBe(200);
  return person;
}

test('the short address redirects for good to the published page, and is gone within a second of its end', async () => {
  const creator = await aPublishedCreator();
  const name = aName();
  expect((await opened(name)).status).toBe(404);
  const chosen = await choose(creator, name);
  expect(chosen.body.data.address).toEqual({ name, url: `${baseUrl}/@${name}` });
  const { preview } = await stateOf(creator);
  const redirect = { status: 308, location: `/creators/${preview.publicId}` };
  await expect.poll(() => opened(name)).toEqual(redirect);
  expect(await opened(name.toUpperCase())).toEqual(redirect);

  await creator.api.post('/influencer-profile/page/unpublish', {});
  await expect.poll(async () => (await opened(name)).status).toBe(404);
  await creator.api.post('/influencer-profile/page/publish', {});
  await expect.poll(() => opened(name)).toEqual(redirect);
  expect((await choose(creator, null)).body.data.address).toBe(null);
  await expect.poll(async () => (await opened(name)).status).toBe(404);
});

test('a name that a creator has had is never given to another one, and only its creator gets it back', async () => {
  const [owner, other] = [await aPublishedCreator(), await aPublishedCreator()];
  const [first, second] = [aName(), aName()];
  expect((await choose(owner, first)).status).toBe(200);
  expect((await choose(owner, second)).status).toBe(200);
  for (const name of [first, second]) {
    const refused = await choose(other, name);
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', status: 'ADDRESS_TAKEN' },
    });
  }
  expect((await stateOf(other)).address).toBe(null);
  expect((await choose(owner, first)).body).toMatchObject({ data: { address: { name: first } } });
  await expect.poll(async () => (await opened(second)).status).toBe(404);
});

test('one of two creators who choose a name at the same time gets it', async () => {
  const people = [await aPublishedCreator(), await aPublishedCreator()];
  const name = aName();
  const statuses = await Promise.all(people.map(async (person) => (await choose(person, name)).status));
  expect(statuses.toSorted()).toEqual([200, 409]);
});

test('a creator has at most five names in all', async () => {
  const creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
  for (const name of Array.from({ length: 5 }, aName)) expect((await choose(creator, name)).status).toBe(200);
  expect((await choose(creator, aName())).body).toMatchObject({ code: 'INVALID_STATE', status: 'LIMIT_REACHED' });
});

describe('the service refuses', () => {
  test.each(['ab', 'a'.repeat(31), 'Mira', 'mira plays', 'mira_plays', 'admin', 'cabinet', 'castline', ''])(
    'the name %o',
    async (name) => {
      const creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
      const refused = await choose(creator, name);
      expect({ status: refused.status, path: refused.body.issues?.[0]?.path }).toEqual({ status: 400, path: 'name' });
    },
  );

  test('an advertiser, and a caller with a key', async () => {
    const advertiser = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
    expect((await choose(advertiser, aName())).body.code).toBe('ROLE_NOT_ALLOWED');
    const creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
    expect((await creator.keyed.put('/influencer-profile/address', { name: aName() })).status).toBe(404);
  });
});
