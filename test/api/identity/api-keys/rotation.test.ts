import { beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
let person: Person;
beforeAll(async () => {
  person = await aPerson(baseUrl, { scopes: [] });
});

const aKey = async (body: object = {}) =>
  (await person.api.post('/api-keys', { name: 'Robot', scopes: ['write'], ...body })).body.data;
const rotate = (id: string, overlapHours: number, by = person) =>
  by.api.post(`/api-keys/${id}/rotate`, { overlapHours });
const statusOf = async (key: string) => (await clientOf(baseUrl, key).get('/me')).status;
const listed = async (id: string) =>
  (await person.api.get('/api-keys?limit=100')).body.data.find((key: { id: string }) => key.id === id);

test('a rotated key has a successor with its name, scopes and expiry, and works for the overlap', async () => {
  const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const old = await aKey({ expiresAt });
  const { status, body } = await rotate(old.id, 24);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ name: 'Robot', scopes: ['read', 'write'], expiresAt, replacedAt: null });
  expect([await statusOf(old.key), await statusOf(body.data.key)]).toEqual([200, 200]);
  const { replacedAt, expiresAt: endsAt } = await listed(old.id);
  expect(new Date(endsAt).getTime() - new Date(replacedAt).getTime()).toBe(24 * 3_600_000);
});

test('a rotation without overlap ends the old key within a second', async () => {
  const old = await aKey();
  await rotate(old.id, 0);
  await expect.poll(() => statusOf(old.key)).toBe(401);
});

test('an overlap never extends the life of a key', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const old = await aKey({ expiresAt });
  await rotate(old.id, 72);
  expect((await listed(old.id)).expiresAt).toBe(expiresAt);
});

test('of two rotations of one key at once, one makes a key', async () => {
  const old = await aKey();
  const both = await Promise.all([rotate(old.id, 1), rotate(old.id, 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await rotate(old.id, 1)).body).toMatchObject({ code: 'INVALID_STATE', status: 'REPLACED' });
});

test('nobody rotates a key of another user', async () => {
  const old = await aKey();
  const other = await aPerson(baseUrl, { scopes: [] });
  expect((await rotate(old.id, 1, other)).status).toBe(404);
});
