import { type Client, clientOf } from '../client.ts';
import { anItem, confirmationOf, created, type Listing, type Market } from '../market/market.ts';
import type { Who } from './requests.ts';
import { amountsOf, type Work } from './work.ts';

export interface Item {
  readonly cents: number;
  readonly quantity: 1 | 5;
}

/** Users with one order after another. Sequences in different lanes share only the stack. */
export interface Lane {
  readonly market: Market;
  readonly advertiser: Caller;
  readonly creators: readonly [Seller, Seller];
  readonly otherUser: Caller;
  readonly staff: Caller;
}

export interface Caller {
  readonly id: number;
  readonly api: Client;
}

interface Seller extends Caller {
  readonly listings: readonly Listing[];
}

export async function aLane(market: Market, baseUrl: string, staff: Caller): Promise<Lane> {
  const aSeller = async (listings: number): Promise<Seller> => {
    const creator = await market.aCreator();
    const owned: Listing[] = [];
    for (let n = 0; n < listings; n++) owned.push(await market.aListing({ creator }));
    return { id: creator.id, api: clientOf(baseUrl, await market.aKey(creator.id)), listings: owned };
  };
  const [advertiser, first, second, otherUser] = await Promise.all([
    market.anAdvertiser({ fundsCents: 1_000_000_000 }),
    aSeller(2),
    aSeller(1),
    market.anAdvertiser({ roles: ['ADVERTISER', 'CREATOR'] }),
  ]);
  return { market, advertiser, creators: [first, second], otherUser, staff };
}

export interface Funded {
  readonly orderId: number;
  readonly assignments: Work[];
}

/** Orders, quotes and funds the items; the first two belong to one creator. */
export async function aFundedOrder({ market, advertiser, creators }: Lane, items: readonly Item[]): Promise<Funded> {
  const sold = creators.flatMap(({ listings }) => listings).slice(0, items.length);
  for (const [index, { id }] of sold.entries())
    await market.pool.query('update service_listings set base_price = $2 where id = $1', [
      id,
      BigInt(items[index]?.cents ?? 1) * 10_000n,
    ]);
  const ordered = items.map(({ quantity }, index) => itemOf(sold[index], quantity));
  const order = created(await advertiser.api.post('/placement-orders', { items: ordered })).body.data;
  const path = `/placement-orders/${order.id}`;
  const quote = created(await advertiser.api.post(`${path}/quote`, { expectedVersion: 1 })).body.data;
  const { data } = created(await advertiser.api.post(`${path}/checkout`, confirmationOf(quote))).body;
  const assignments = items.map((item, index) => freshWork(data.assignments[index], item, index === 2 ? 1 : 0));
  return { orderId: order.id, assignments };
}

const itemOf = (listing: Listing | undefined, quantity: 1 | 5) => {
  if (!listing) throw new Error('a lane has three listings');
  const { results } = anItem(listing);
  const all = Array.from({ length: quantity }, () => results[0]);
  return anItem(listing, { quantity, discountBps: quantity === 5 ? 1_000 : 0, results: all });
};

interface Opened {
  readonly id: number;
  readonly dueAt: string;
  readonly deliverables: readonly { readonly id: number; readonly expectedAt: string }[];
}

const freshWork = ({ id, dueAt, deliverables }: Opened, { cents, quantity }: Item, creator: 0 | 1): Work => ({
  id,
  creator,
  money: amountsOf(cents, quantity),
  status: 'PENDING',
  version: 1,
  dueAt,
  wasAccepted: false,
  isAcceptOver: false,
  isApproveOver: false,
  isVeryLate: false,
  isAskedLately: false,
  proposals: [],
  results: deliverables.map((result) => ({
    id: result.id,
    version: 1,
    contentId: null,
    expectedAt: result.expectedAt,
  })),
  events: ['assignment.funded ADVERTISER'],
  released: 0n,
  refunded: 0n,
  toCreator: 0n,
});

export function callerOf({ advertiser, creators, otherUser }: Lane, { creator }: Work, who: Who): Caller {
  if (who === 'OTHER_USER') return otherUser;
  return who === 'ADVERTISER' ? advertiser : creators[creator];
}
