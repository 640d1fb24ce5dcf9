import type { Market } from '../market/market.ts';
import { aPriceList, aService } from '../market/prices.ts';
import { aChannel, aHandle, sellersOf, twitch } from '../market/sellers.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

/** A channel of the person. */
async function anOwnChannel(market: Market, person: Person): Promise<Prepared> {
  await sellersOf(market).makeRoom(person.id);
  return { params: { id: String((await aChannel(person)).id) } };
}

/** A social account of the person, with its channel. */
async function anOwnAccount(market: Market, person: Person): Promise<Prepared> {
  const { makeRoom, anAccount } = sellersOf(market);
  await makeRoom(person.id);
  const socialAccountId = await anAccount(person.id, { platform: 'TWITCH' });
  await aChannel(person, { kind: 'NATIVE', socialAccountId });
  return { params: { accountId: String(socialAccountId) } };
}

const saving = {
  otherwise: (requested: Prepared) => ({ ...requested, body: aPriceList([aService({ priceCents: '15001' })]) }),
  mistaken: (requested: Prepared) => ({
    ...requested,
    body: aPriceList([aService()], 7),
    code: 'VERSION_CONFLICT' as const,
  }),
};

export const channelCases: Readonly<Record<string, OperationCase>> = {
  ListChannels: {
    async ready({ market }: World, person) {
      await anOwnChannel(market, person);
      return { query: 'limit=5' };
    },
  },
  CreateChannel: {
    async ready({ market }, person) {
      await sellersOf(market).makeRoom(person.id);
      return { body: twitch(aHandle()) };
    },
    otherwise: (requested) => ({ ...requested, body: twitch(aHandle()) }),
    mistaken: (requested) => ({
      ...requested,
      body: { kind: 'NATIVE', socialAccountId: 9_007_199_254_740_991 },
      code: 'RESOURCE_NOT_FOUND',
    }),
  },
  LinkChannel: {
    async ready({ market }, person) {
      const { makeRoom, anAccount } = sellersOf(market);
      await makeRoom(person.id);
      const handle = aHandle();
      const { id } = await aChannel(person, twitch(handle));
      return {
        params: { id: String(id) },
        body: { socialAccountId: await anAccount(person.id, { platform: 'TWITCH', handle }) },
      };
    },
    mistaken: (requested) => ({
      ...requested,
      body: { socialAccountId: 9_007_199_254_740_991 },
      code: 'RESOURCE_NOT_FOUND',
    }),
  },
  DeleteChannel: { ready: ({ market }, person) => anOwnChannel(market, person) },
  GetPricing: { ready: ({ market }, person) => anOwnChannel(market, person) },
  SavePricing: {
    ready: async ({ market }, person) => ({ ...(await anOwnChannel(market, person)), body: aPriceList() }),
    ...saving,
  },
  GetAccountPricing: { ready: ({ market }, person) => anOwnAccount(market, person) },
  SaveAccountPricing: {
    ready: async ({ market }, person) => ({ ...(await anOwnAccount(market, person)), body: aPriceList() }),
    ...saving,
  },
  BlockChannel: {
    async ready({ market }) {
      const seller = await sellersOf(market).aSeller();
      const { id } = await aChannel(seller);
      return { params: { id: String(id) }, body: { blocked: true, reason: 'Impersonates another creator' } };
    },
  },
};
