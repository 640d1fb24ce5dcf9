import { randomBytes } from 'node:crypto';
import { dataOf } from '../market/campaigns.ts';
import { absentId, aTag } from './factory-tag-cases.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';

/** A factory of the person. The walk exceeds the limit of factories. */
export async function aFactory({ market }: World, person: Person) {
  await market.pool.query(
    `update factories set deleted_at = now() where id in (
       select id from factories where owner_id = $1 and deleted_at is null order by id desc offset 40)`,
    [person.id],
  );
  return dataOf(await person.twin.post('/factories', { name: 'Drinks' }), 201);
}

const aHandle = () => randomBytes(6).toString('hex');

/** An account of a factory of the person. */
async function anAccount(world: World, person: Person) {
  const factory = await aFactory(world, person);
  const account = await person.twin.post(`/factories/${factory.id}/accounts`, {
    platform: 'TWITCH',
    handle: aHandle(),
  });
  return { id: String(factory.id), accountId: String(dataOf(account, 201).id) };
}

export const factoryCases: Readonly<Record<string, OperationCase>> = {
  CreateFactory: {
    ready: async (world, person) => {
      await aFactory(world, person);
      return { body: { name: 'Autumn' } };
    },
    otherwise: ({ body, ...requested }) => ({ ...requested, body: { name: 'Winter' } }),
  },
  UpdateFactory: {
    ready: async (world, person) => {
      const { id, version } = await aFactory(world, person);
      return { params: { id: String(id) }, body: { expectedVersion: version, name: 'Winter' } };
    },
    otherwise: ({ body, ...requested }) => ({ ...requested, body: { ...Object(body), name: 'Spring' } }),
    mistaken: (requested) => ({
      ...requested,
      body: { ...Object(requested.body), expectedVersion: 2_000_000_000 },
      code: 'VERSION_CONFLICT',
    }),
  },
  AddFactoryAccount: {
    ready: async (world, person) => ({
      params: { id: String((await aFactory(world, person)).id) },
      body: { platform: 'TWITCH', handle: aHandle() },
    }),
    otherwise: (requested) => ({ ...requested, body: { platform: 'TWITCH', handle: aHandle() } }),
    mistaken: (requested) => ({
      ...requested,
      body: { platform: 'KICK', handle: 'drinks' },
      code: 'WRITE_NOT_AVAILABLE_FOR_FEATURE',
    }),
  },
  RemoveFactoryAccount: { ready: async (world, person) => ({ params: await anAccount(world, person) }) },
  ReplaceFactoryAccountTags: {
    ready: async (world, person) => ({
      params: await anAccount(world, person),
      body: { tagIds: [await aTag(world, person)] },
    }),
    otherwise: (requested) => ({ ...requested, body: { tagIds: [] } }),
    mistaken: (requested) => ({ ...requested, body: { tagIds: [absentId] }, code: 'RESOURCE_NOT_FOUND' }),
  },
  DeleteFactory: {
    ready: async (world, person) => ({ params: { id: String((await aFactory(world, person)).id) } }),
  },
};
