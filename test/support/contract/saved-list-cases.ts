import { created } from '../market/market.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

/** Deletes the person's lists when there are many, because the walk creates more than the limit. */
const makeRoom = ({ market }: World, { id }: Person) =>
  market.pool.query(
    'delete from saved_lists where owner_id = $1 and (select count(*) from saved_lists where owner_id = $1) > 40',
    [id],
  );

async function aList(world: World, person: Person): Promise<Prepared & { params: { id: string } }> {
  await makeRoom(world, person);
  const { id } = created(await person.twin.post('/saved-lists', { name: 'Retro' })).body.data;
  return { params: { id: String(id) } };
}

async function aSavedCreator(world: World, person: Person): Promise<Prepared> {
  const { params } = await aList(world, person);
  const { publicId } = world.listing.creator;
  await person.twin.put(`/saved-lists/${params.id}/creators/${publicId}`, {});
  return { params: { ...params, publicId } };
}

export const savedListCases: Readonly<Record<string, OperationCase>> = {
  CreateSavedList: {
    async ready(world, person) {
      await makeRoom(world, person);
      return { body: { name: 'Retro' } };
    },
    otherwise: (requested) => ({ ...requested, body: { name: 'Cozy' } }),
  },
  GetSavedList: { ready: aList },
  RenameSavedList: { ready: async (world, person) => ({ ...(await aList(world, person)), body: { name: 'Cozy' } }) },
  DeleteSavedList: { ready: aList },
  ListSavedCreators: { ready: aSavedCreator },
  SaveCreator: {
    async ready(world, person) {
      const { params } = await aList(world, person);
      return { params: { ...params, publicId: world.listing.creator.publicId } };
    },
  },
  RemoveSavedCreator: { ready: aSavedCreator },
  CompareCreators: { ready: async ({ listing }) => ({ query: `creators=${listing.creator.publicId}` }) },
};
