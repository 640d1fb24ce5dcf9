import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const stack = { baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl };
const market = marketOf(stack);
afterAll(() => market.close());

const rolesOf = async (api: { get(path: string): Promise<{ body: { data: { owner: { roles: string[] } } } }> }) =>
  (await api.get('/me')).body.data.owner.roles;

test('a user chooses roles and the display name, and omitted fields stay', async () => {
  const { api } = await aPerson(stack.baseUrl, { scopes: [] });
  expect((await api.patch('/me', { roles: ['CREATOR', 'ADVERTISER'] })).body.data.owner.roles).toEqual([
    'ADVERTISER',
    'CREATOR',
  ]);
  expect((await api.patch('/me', { displayName: 'Nova' })).body.data.owner).toMatchObject({
    displayName: 'Nova',
    roles: ['ADVERTISER', 'CREATOR'],
  });
  expect((await api.get('/me')).body.data.owner.displayName).toBe('Nova');
  expect((await api.patch('/me', { roles: [] })).body.data.owner.roles).toEqual([]);
  expect((await api.patch('/me')).status).toBe(200);
});

test('a key sees a change of roles at once', async () => {
  const { api, keyed } = await aPerson(stack.baseUrl);
  expect(await rolesOf(keyed)).toEqual([]);
  await api.patch('/me', { roles: ['ADVERTISER'] });
  expect(await rolesOf(keyed)).toEqual(['ADVERTISER']);
});

test('taking CREATOR creates one empty profile and page at version 1, also when repeated', async () => {
  const { api, userId } = await aPerson(stack.baseUrl, { scopes: [] });
  await Promise.all([1, 2, 3].map(() => api.patch('/me', { roles: ['CREATOR'] })));
  await api.patch('/me', { roles: [] });
  await api.patch('/me', { roles: ['CREATOR'] });
  const { rows } = await market.pool.query(
    `select c.version, c.display_name, p.version as page_version, p.status
     from creators c join creator_pages p on p.creator_id = c.user_id where c.user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([{ version: 1, display_name: '', page_version: 1, status: 'NONE' }]);
});

test('a user who gives up CREATOR leaves the catalog, and returns by taking the role again', async () => {
  const { api, userId } = await aPerson(stack.baseUrl, { scopes: [] });
  await market.aListing({ creator: await market.aCreator({ userId }) });
  const isListed = async () =>
    (await market.pool.query('select from catalog_creators where creator_id = $1', [userId])).rowCount === 1;
  await api.patch('/me', { roles: ['CREATOR'] });
  expect(await isListed()).toBe(true);
  await api.patch('/me', { roles: ['ADVERTISER'] });
  expect(await isListed()).toBe(false);
  await api.patch('/me', { roles: ['CREATOR'] });
  expect(await isListed()).toBe(true);
});

test('a user can neither take nor lose STAFF by choosing roles', async () => {
  const { api, email } = await aPerson(stack.baseUrl, { scopes: [] });
  const refused = await api.patch('/me', { roles: ['STAFF'] });
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  await changeStaff(stack.adminDatabaseUrl, 'grant', email);
  expect((await api.patch('/me', { roles: ['CREATOR'] })).body.data.owner.roles).toEqual(['CREATOR', 'STAFF']);
  expect((await api.patch('/me', { roles: [] })).body.data.owner.roles).toEqual(['STAFF']);
});

describe('an invalid change of roles', () => {
  let person: Person;
  beforeAll(async () => {
    person = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'], scopes: [] });
  });

  test.each([
    ['an unknown field', { name: 'Nova' }],
    ['an unknown role', { roles: ['OWNER'] }],
    ['roles that are no list', { roles: 'CREATOR' }],
    ['an empty name', { displayName: '' }],
    ['a blank name', { displayName: '  ' }],
    ['a name too long', { displayName: 'x'.repeat(81) }],
    ['no name', { displayName: null }],
  ])('is refused and changes nothing: %s', async (_, body) => {
    const reply = await person.api.patch('/me', body);
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await person.api.get('/me')).body.data.owner).toMatchObject({
      displayName: 'A person',
      roles: ['ADVERTISER'],
    });
  });
});
