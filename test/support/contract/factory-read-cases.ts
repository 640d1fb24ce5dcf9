import { dataOf } from '../market/campaigns.ts';
import { aHandle } from '../market/sellers.ts';
import { aFactory } from './factory-cases.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';

const ofOwn = async (world: World, person: Person) => ({
  params: { id: String((await aFactory(world, person)).id) },
});
const filters = 'from=2026-11-01&platform=YOUTUBE&search=tea';

async function anAccount(world: World, person: Person) {
  const { params } = await ofOwn(world, person);
  const added = await person.twin.post(`/factories/${params.id}/accounts`, { platform: 'YOUTUBE', handle: aHandle() });
  return { params: { ...params, accountId: String(dataOf(added, 201).id) } };
}

export const factoryReadCases: Readonly<Record<string, OperationCase>> = {
  GetFactorySummary: { ready: async (world, person) => ({ ...(await ofOwn(world, person)), query: filters }) },
  GetFactorySettings: { ready: ofOwn },
  GetFactoryDashboard: {
    ready: async (world, person) => ({
      ...(await ofOwn(world, person)),
      query: `${filters}&accountSort=-er&postSort=views&limit=3`,
    }),
  },
  PreviewFactoryReport: {
    ready: async (world, person) => ({
      ...(await ofOwn(world, person)),
      query: `${filters}&hiddenFields=saves,lastScanned&accountSort=-er&limit=3`,
    }),
  },
  ListFactoryAccounts: {
    ready: async (world, person) => ({ ...(await ofOwn(world, person)), query: `${filters}&accountSort=-er&limit=3` }),
  },
  GetFactoryAccount: {
    ready: async (world, person) => ({ ...(await anAccount(world, person)), query: 'from=2026-11-01' }),
  },
  ListFactoryPosts: {
    ready: async (world, person) => ({ ...(await ofOwn(world, person)), query: `${filters}&postSort=views&limit=3` }),
  },
  GetFactorySummaryForStaff: {
    async ready({ market }) {
      const owner = await market.aUser(['ADVERTISER']);
      const { id } = await market.one(
        `insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
         values ($1, 'Drinks', 24, 30, now(), now()) returning id`,
        [owner],
      );
      return { params: { id: String(id) }, query: filters };
    },
  },
};
