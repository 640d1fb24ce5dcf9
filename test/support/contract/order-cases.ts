import { randomUUID } from 'node:crypto';
import { anItem, confirmationOf, created, inDays } from '../market/market.ts';
import { absentId } from './factory-tag-cases.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import { merged, refusedFor } from './prepared.ts';
import type { Prepared } from './routes.ts';

const otherHash = (requested: Prepared) => merged(requested, { payloadHash: '0'.repeat(64) });
const confirming = {
  otherwise: otherHash,
  mistaken: refusedFor('VERSION_CONFLICT', otherHash),
};

export const anOffer = (creatorPublicId: string, changes: object = {}) => ({
  origin: 'CUSTOM',
  creatorPublicId,
  serviceType: 'UGC',
  proofModes: ['PRIVATE_FILE'],
  priceCents: '10000',
  expectedEndAt: inDays(30),
  quantity: 1,
  discountBps: 0,
  brief: 'A film of the product.',
  results: [{ expectedAt: inDays(20), description: 'Thirty seconds.' }],
  rights: {},
  ...changes,
});

export const orderCases: Readonly<Record<string, OperationCase>> = {
  CreateOrder: {
    ready: async ({ listing }) => ({ body: { items: [anItem(listing)] } }),
    otherwise: (requested) => ({ ...requested, body: { items: [anItem({ id: 1 }, { brief: 'Another one.' })] } }),
    mistaken: refusedFor('RESOURCE_NOT_FOUND', (requested) => ({
      ...requested,
      body: { items: [anItem({ id: absentId })] },
    })),
  },
  ListOrders: {
    async ready({ market, listing }, person) {
      await market.aDraft(person, listing);
      return { query: 'status=DRAFT&limit=5' };
    },
  },
  GetOrder: { ready: aDraftOf },
  UpdateOrder: {
    async ready(world, person) {
      return { ...(await aDraftOf(world, person)), body: { expectedVersion: 1, items: [anItem(world.listing)] } };
    },
    otherwise: (requested) => merged(requested, { expectedVersion: 2 }),
    mistaken: refusedFor('VERSION_CONFLICT', (requested) => merged(requested, { expectedVersion: 7 })),
  },
  QuoteOrder: {
    ready: async (world, person) => ({ ...(await aDraftOf(world, person)), body: { expectedVersion: 1 } }),
    otherwise: (requested) => merged(requested, { expectedVersion: 2 }),
    mistaken: refusedFor('VERSION_CONFLICT', (requested) => merged(requested, { expectedVersion: 7 })),
  },
  CheckOutOrder: {
    async ready({ market, listing }, person) {
      const { orderId, confirmation } = await market.aQuote(person, listing);
      return { params: { id: String(orderId) }, body: confirmation };
    },
    ...confirming,
  },
  QuoteOffer: {
    ready: async ({ listing }) => ({ body: anOffer(listing.creator.publicId) }),
    otherwise: (requested) => merged(requested, { priceCents: '20000' }),
    mistaken: refusedFor('RESOURCE_NOT_FOUND', (requested) => merged(requested, { creatorPublicId: randomUUID() })),
  },
  ExportTransactions: { ready: async () => ({ query: 'month=2026-11' }) },
  GetCustomOffer: {
    async ready({ listing }, { api }) {
      const quoted = created(await api.post('/placement-offers/quote', anOffer(listing.creator.publicId)));
      return { params: { quoteId: quoted.body.data.quoteId } };
    },
  },
  ConfirmOffer: {
    async ready({ listing }, { api }) {
      const quoted = created(await api.post('/placement-offers/quote', anOffer(listing.creator.publicId)));
      return { body: confirmationOf(quoted.body.data) };
    },
    ...confirming,
  },
};

async function aDraftOf({ market, listing }: World, person: Person): Promise<Prepared> {
  const draft = await market.aDraft(person, listing);
  return { params: { id: String(draft.body.data.id) } };
}
