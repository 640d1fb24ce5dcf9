import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { created, marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const anAdvertiser = () => aPerson(baseUrl, { roles: ['ADVERTISER'] });
const newList = async ({ api }: Person, body: object = { name: 'Retro' }) =>
  created(await api.post('/saved-lists', body)).body.data;
const creatorsOf = async ({ api }: Person, id: number, query = '') =>
  (await api.get(`/saved-lists/${id}/creators${query}`)).body;
const aPublicId = async () => (await market.aListing()).creator.publicId;
const entryOf = async (publicId: string) =>
  (await (await fetch(`${baseUrl}/api/v1/creator-pages/${publicId}`)).json()).data;

test('an advertiser makes, renames and deletes lists, newest first', async () => {
  const person = await anAdvertiser();
  const [first, second] = [await newList(person), await newList(person, { name: 'Cozy' })];
  expect((await person.api.patch(`/saved-lists/${first.id}`, { name: 'Retro II' })).body.data.name).toBe('Retro II');
  const { data, nextCursor } = (await person.api.get('/saved-lists?limit=1')).body;
  expect({ names: data.map(({ name }: { name: string }) => name), nextCursor }).toEqual({
    names: ['Cozy'],
    nextCursor: String(second.id),
  });
  const next = (await person.api.get(`/saved-lists?limit=1&cursor=${nextCursor}`)).body;
  expect(next).toMatchObject({ data: [{ id: first.id, name: 'Retro II', creators: 0 }], nextCursor: null });
  expect((await person.api.delete(`/saved-lists/${first.id}`)).status).toBe(200);
  expect((await person.api.get(`/saved-lists/${first.id}`)).status).toBe(404);
  // A deleted list keeps its place; a list of another user never had one.
  expect((await person.api.get(`/saved-lists?cursor=${first.id}`)).body).toEqual({ data: [], nextCursor: null });
  const stranger = await anAdvertiser();
  expect((await stranger.api.get(`/saved-lists?cursor=${second.id}`)).body.code).toBe('INVALID_CURSOR');
});

test('a list shows the current public entries of its creators, the last saved one first, each once', async () => {
  const person = await anAdvertiser();
  const [one, other] = [await aPublicId(), await aPublicId()];
  const { id } = await newList(person, { name: 'Retro', creatorPublicId: one });
  const save = (publicId: string) => person.api.put(`/saved-lists/${id}/creators/${publicId}`, {});
  expect((await save(other)).body.data.creators).toBe(2);
  expect((await save(one)).body.data.creators).toBe(2);
  const { data } = await creatorsOf(person, id);
  expect(data.map(({ publicId }: { publicId: string }) => publicId).toSorted()).toEqual([one, other].toSorted());
  for (const { publicId, entry } of data) {
    const { displayName, services, metricsObservationId } = await entryOf(publicId);
    expect(entry).toMatchObject({ publicId, displayName, metricsObservationId, servicesTotal: services.length });
  }
  const { data: page, nextCursor } = await creatorsOf(person, id, '?limit=1');
  const next = await creatorsOf(person, id, `?limit=1&cursor=${nextCursor}`);
  expect([...page, ...next.data]).toEqual(data);
  const lists = (await person.api.get(`/saved-lists?creator=${one}`)).body.data;
  expect(lists).toMatchObject([{ id, hasCreator: true }]);
  expect((await person.api.delete(`/saved-lists/${id}/creators/${one}`)).body.data.creators).toBe(1);
  expect((await person.api.delete(`/saved-lists/${id}/creators/${one}`)).status).toBe(404);
});

test('a creator whose page is not public has no entry, cannot be saved, and can be removed', async () => {
  const person = await anAdvertiser();
  const { creator } = await market.aListing();
  const { id } = await newList(person, { name: 'Retro', creatorPublicId: creator.publicId });
  await market.pool.query(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [creator.id]);
  await market.pool.query('select catalog_refresh($1, now())', [creator.id]);
  expect((await creatorsOf(person, id)).data).toMatchObject([{ publicId: creator.publicId, entry: null }]);
  const compared = await person.api.get(`/creator-comparison?creators=${creator.publicId}`);
  expect(compared.body.data).toEqual([{ publicId: creator.publicId, entry: null }]);
  const another = await newList(person);
  expect((await person.api.put(`/saved-lists/${another.id}/creators/${creator.publicId}`, {})).status).toBe(404);
  expect((await person.api.post('/saved-lists', { name: 'x', creatorPublicId: creator.publicId })).status).toBe(404);
  expect((await person.api.delete(`/saved-lists/${id}/creators/${creator.publicId}`)).body.data.creators).toBe(0);
});

test('up to four creators are compared in the given order', async () => {
  const person = await anAdvertiser();
  const ids = [await aPublicId(), await aPublicId(), randomUUID()];
  const { data } = (await person.api.get(`/creator-comparison?creators=${ids.join(',')}`)).body;
  expect(data.map(({ publicId }: { publicId: string }) => publicId)).toEqual(ids);
  expect(data.map(({ entry }: { entry: object | null }) => entry === null)).toEqual([false, false, true]);
  const many = Array.from({ length: 5 }, () => randomUUID()).join(',');
  for (const creators of [many, '', 'x', '@no', '@a_b_c'])
    expect((await person.api.get(`/creator-comparison?creators=${creators}`)).status).toBe(400);
});

test('a creator is compared by the name of the address, once, and an unknown name is listed', async () => {
  const person = await anAdvertiser();
  const { creator } = await market.aListing();
  const name = `@named-${creator.id}`;
  await market.pool.query('insert into creator_addresses (name, creator_id, chosen_at) values ($1, $2, now())', [
    name.slice(1),
    creator.id,
  ]);
  const compare = async (creators: string) =>
    (await person.api.get(`/creator-comparison?${new URLSearchParams({ creators })}`)).body;
  const { data, unknownNames } = await compare(`${name},${creator.publicId},@nobody-at-all`);
  expect(data).toMatchObject([{ publicId: creator.publicId, entry: { publicId: creator.publicId } }]);
  expect(unknownNames).toEqual(['@nobody-at-all']);
  expect(await compare('@nobody-at-all')).toEqual({ data: [], unknownNames: ['@nobody-at-all'] });
});

test('lists of another advertiser do not exist, and creators have none', async () => {
  const [owner, other] = [await anAdvertiser(), await anAdvertiser()];
  const publicId = await aPublicId();
  const { id } = await newList(owner, { name: 'Mine', creatorPublicId: publicId });
  const path = `/saved-lists/${id}`;
  const statuses = [
    await other.api.get(path),
    await other.api.get(`${path}/creators`),
    await other.api.patch(path, { name: 'Theirs' }),
    await other.api.put(`${path}/creators/${await aPublicId()}`, {}),
    await other.api.delete(`${path}/creators/${publicId}`),
    await other.api.delete(path),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await owner.api.get(path)).body.data).toMatchObject({ name: 'Mine', creators: 1 });
  const creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
  expect((await creator.api.get('/saved-lists')).body.code).toBe('ROLE_NOT_ALLOWED');
});

test('a user has at most 50 lists, and a list at most 200 creators', async () => {
  const person = await anAdvertiser();
  const { id } = await newList(person);
  await market.pool.query(
    `insert into saved_lists (owner_id, name, created_at, updated_at)
     select $1, 'list ' || n, now(), now() from generate_series(1, 49) n`,
    [person.userId],
  );
  expect((await person.api.post('/saved-lists', { name: 'One more' })).body).toMatchObject({
    code: 'INVALID_STATE',
    status: 'LIMIT_REACHED',
  });
  await market.pool.query(
    `with people as (insert into users (name, email, roles)
       select 'creator', gen_random_uuid() || '@castline.example', '{CREATOR}' from generate_series(1, 200) returning id),
     unlisted as (insert into creators (user_id) select id from people returning user_id)
     insert into saved_creators (list_id, creator_id, saved_at) select $1, user_id, now() from unlisted`,
    [id],
  );
  expect((await person.api.put(`/saved-lists/${id}/creators/${await aPublicId()}`, {})).body).toMatchObject({
    code: 'INVALID_STATE',
    status: 'LIMIT_REACHED',
  });
});
