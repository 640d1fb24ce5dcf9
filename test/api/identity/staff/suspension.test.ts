import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const stack = { baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl };
const market = marketOf(stack);
let staff: Person;
let person: Person;
beforeAll(async () => {
  staff = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
  person = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  await changeStaff(stack.adminDatabaseUrl, 'grant', staff.email);
  // A cached user is trusted for one second, except after the user's own change.
  await staff.api.patch('/me', { displayName: 'Of staff' });
});
afterAll(() => market.close());

const suspend = (by: Person, userId: number | string, body: object = { suspended: true, reason: 'Chargeback' }) =>
  by.api.put(`/staff/users/${userId}/suspension`, body);

test('a suspended user is signed out, cannot sign in, and can again after the suspension', async () => {
  const { userId, email, password, cookie } = await aPerson(stack.baseUrl, { scopes: [] });
  const signIn = () => callAuth(stack.baseUrl, '/sign-in/email', { body: { email, password } });
  const suspended = await suspend(staff, userId);
  expect(suspended.body.data).toEqual({
    id: userId,
    suspended: true,
    suspendedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    reason: 'Chargeback',
  });
  expect((await callAuth(stack.baseUrl, '/get-session', { headers: { cookie } })).body).toBeNull();
  expect((await callAuth(stack.baseUrl, '/token', { headers: { cookie } })).status).toBe(401);
  const refused = await signIn();
  expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_ACCESS_DENIED']);

  const lifted = await suspend(staff, userId, { suspended: false, reason: 'Settled' });
  expect(lifted.body.data).toEqual({ id: userId, suspended: false, suspendedAt: null, reason: null });
  expect((await signIn()).status).toBe(200);
});

test('a repeated suspension changes the reason and keeps the time', async () => {
  const { userId } = await aPerson(stack.baseUrl, { scopes: [] });
  const first = (await suspend(staff, userId)).body.data;
  const second = (await suspend(staff, userId, { suspended: true, reason: 'Fraud' })).body.data;
  expect(second).toEqual({ ...first, reason: 'Fraud' });
});

test('a suspended creator leaves the catalog in the same commit, and returns after the suspension', async () => {
  const { id } = await market.aCreator();
  await market.aListing({
    creator: await market.one('select user_id::int as id from creators where user_id = $1', [id]),
  });
  const isListed = async () =>
    (await market.pool.query('select from catalog_creators where creator_id = $1', [id])).rowCount === 1;
  expect(await isListed()).toBe(true);
  await suspend(staff, id);
  expect(await isListed()).toBe(false);
  await suspend(staff, id, { suspended: false });
  expect(await isListed()).toBe(true);
});

test('the preview of a suspended creator returns 404 until the suspension ends', async () => {
  const { userId, keyed } = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const { previewUrl } = (await keyed.post('/influencer-profile/page/generate')).body.data;
  const statusOfPreview = async () => (await fetch(previewUrl)).status;
  expect(await statusOfPreview()).toBe(200);
  await suspend(staff, userId);
  expect(await statusOfPreview()).toBe(404);
  await suspend(staff, userId, { suspended: false });
  expect(await statusOfPreview()).toBe(200);
});

test('staff cannot suspend themselves', async () => {
  const reply = await suspend(staff, staff.userId);
  expect([reply.status, reply.body.code]).toEqual([403, 'ROLE_NOT_ALLOWED']);
});

test('only staff can suspend, and by token only', async () => {
  const byOther = await suspend(person, staff.userId);
  expect(byOther.body).toMatchObject({ statusCode: 403, code: 'insufficient_scope' });
  const path = `/staff/users/${person.userId}/suspension`;
  expect((await staff.keyed.put(path, { suspended: true, reason: 'x' })).body.code).toBe('RESOURCE_NOT_FOUND');
  expect((await person.api.get('/me')).status).toBe(200);
});

test.each(['0', '999999999', '99999999999999999999', 'me', '1.5'])('user %s returns 404', async (id) => {
  const reply = await suspend(staff, id);
  expect([reply.status, reply.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test.each([
  ['no reason', { suspended: true }],
  ['an empty reason', { suspended: true, reason: '' }],
  ['a reason too long', { suspended: true, reason: 'x'.repeat(1_001) }],
  ['a text for suspended', { suspended: 'yes', reason: 'x' }],
  ['nothing', {}],
  ['an unknown field', { suspended: false, until: 'tomorrow' }],
])('%s is refused', async (_, body) => {
  const reply = await suspend(staff, person.userId, body);
  expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});
