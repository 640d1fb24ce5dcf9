import { aFactory } from '../factory-tags.ts';
import { dataOf } from '../market/campaigns.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';

async function aLink(world: World, person: Person) {
  const id = String(await aFactory(world.market, person.id));
  const link = dataOf(await person.twin.post(`/factories/${id}/share-links`, { label: 'For the client' }), 201);
  return { params: { id }, linkId: String(link.id), secret: String(link.sharePath).replace('/reports/', '') };
}

const ofFactory = async ({ market }: World, { id }: Person) => ({
  params: { id: String(await aFactory(market, id)) },
});

export const factoryReportCases: Readonly<Record<string, OperationCase>> = {
  CreateShareLink: {
    ready: async (world, person) => ({ ...(await ofFactory(world, person)), body: { label: 'For the client' } }),
    otherwise: (requested) => ({ ...requested, body: { label: 'For another client' } }),
    mistaken: (requested) => ({
      ...requested,
      body: { expiresAt: '2020-01-01T00:00:00.000Z' },
      code: 'VALIDATION_FAILED',
    }),
  },
  ListShareLinks: {
    ready: async (world, person) => ({ params: (await aLink(world, person)).params, query: 'limit=3' }),
  },
  DeleteShareLink: {
    async ready(world, person) {
      const { params, linkId } = await aLink(world, person);
      return { params: { ...params, linkId } };
    },
  },
  GetFactoryReport: {
    async ready(world, person) {
      const { secret } = await aLink(world, person);
      return { params: { secret }, query: 'platform=YOUTUBE&accountSort=-saves&limit=3' };
    },
  },
  ExportFactoryReport: {
    async ready(world, person) {
      const { secret } = await aLink(world, person);
      return { params: { secret }, query: 'of=posts&postSort=-likes' };
    },
  },
  ExportFactoryPosts: {
    ready: async (world, person) => ({ ...(await ofFactory(world, person)), query: 'platform=YOUTUBE&postSort=views' }),
  },
  ExportFactoryAccounts: {
    ready: async (world, person) => ({ ...(await ofFactory(world, person)), query: 'accountSort=-posts' }),
  },
};
