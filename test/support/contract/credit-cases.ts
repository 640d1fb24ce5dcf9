import { randomUUID } from 'node:crypto';
import { aPurchase, creditsOf } from '../credits.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';

const ofOwnFactory = async ({ market }: World, { id }: Person) => ({
  params: { id: String(await creditsOf(market).aFactory(id)) },
});

export const creditCases: Readonly<Record<string, OperationCase>> = {
  ListCreditHistory: { ready: async () => ({ query: 'limit=3' }) },
  GetFactoryCredits: { ready: ofOwnFactory },
  GetFactoryCreditUsage: { ready: ofOwnFactory },
  ListFactoryCreditHistory: {
    ready: async (world, person) => ({ ...(await ofOwnFactory(world, person)), query: 'limit=3' }),
  },
  PurchaseCredits: {
    ready: async () => ({ body: aPurchase(100) }),
    otherwise: (requested) => ({ ...requested, body: aPurchase(200) }),
    mistaken: (requested) => ({ ...requested, body: aPurchase(100, { priceRaw: '1' }), code: 'PRICE_CHANGED' }),
  },
  GrantCredits: {
    ready: async ({ market }) => ({
      params: { userId: String(await market.aUser(['ADVERTISER'])) },
      body: { credits: 500, reference: randomUUID() },
    }),
    otherwise: (requested) => ({ ...requested, body: { ...Object(requested.body), credits: 501 } }),
    mistaken: (requested) => ({
      ...requested,
      params: { userId: '9007199254740991' },
      code: 'RESOURCE_NOT_FOUND',
    }),
  },
};
