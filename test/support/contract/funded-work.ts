import { type Advertiser, anItem, confirmationOf, created, type Listing } from '../market/market.ts';
import type { World } from './operation-case.ts';

/** A funded assignment without any further action. */
export interface FundedWork {
  readonly id: string;
  readonly deliverableId: string;
  readonly orderId: string;
}

/** The parties of an assignment; null means any user. */
interface Parties {
  readonly advertiser: Advertiser | null;
  readonly creator: Advertiser | null;
  readonly proofModes: string[];
}

const stocks = new WeakMap<World, Map<string, Promise<FundedWork[]>>>();

/** One more assignment. They are ordered twenty at a time, because an order of one takes as many calls. */
export async function aFundedWork(world: World, parties: Parties): Promise<FundedWork> {
  const stock = stocks.get(world) ?? new Map<string, Promise<FundedWork[]>>();
  stocks.set(world, stock);
  const { advertiser, creator, proofModes } = parties;
  const name = `${advertiser?.id} ${creator?.id} ${proofModes}`;
  for (;;) {
    const assignments = await (stock.get(name) ?? []);
    const work = assignments.pop();
    if (work) return work;
    stock.set(name, order(world, parties));
  }
}

async function order(world: World, { advertiser, creator, proofModes }: Parties): Promise<FundedWork[]> {
  const listing = creator ? await listingOf(world, creator, proofModes) : world.listing;
  return anOrder(listing, advertiser ?? (await world.market.anAdvertiser({ fundsCents: 10_000_000 })));
}

/** A service of this creator, whose page is published for it. */
async function listingOf({ market }: World, { id }: Advertiser, proofModes: string[]): Promise<Listing> {
  const { public_id: publicId } = await market.one(
    `update creators set display_name = 'Mira Plays' where user_id = $1 returning public_id`,
    [id],
  );
  await market.pool.query(
    `update creator_pages set status = 'PUBLISHED', published_version = 1, published_at = now(),
       published_profile = '{"displayName": "Mira Plays", "topics": [], "languages": [], "geo": []}' where creator_id = $1`,
    [id],
  );
  return market.aListing({ creator: { id, publicId }, proofModes });
}

async function anOrder(listing: Listing, { api }: Advertiser): Promise<FundedWork[]> {
  const items = Array.from({ length: 20 }, () => anItem(listing));
  const order = created(await api.post('/placement-orders', { items })).body.data;
  const path = `/placement-orders/${order.id}`;
  const quote = created(await api.post(`${path}/quote`, { expectedVersion: order.version })).body.data;
  const { data } = created(await api.post(`${path}/checkout`, confirmationOf(quote))).body;
  return data.assignments.map(({ id, deliverables: [{ id: deliverableId }] }: Assignment) => ({
    id: String(id),
    deliverableId: String(deliverableId),
    orderId: String(order.id),
  }));
}

interface Assignment {
  readonly id: number;
  readonly deliverables: readonly [{ readonly id: number }];
}
