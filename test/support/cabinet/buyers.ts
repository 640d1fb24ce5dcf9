import { expect } from 'vitest';
import { wordsOf } from '../html.ts';
import type { Advertiser, Listing, Market } from '../market/market.ts';
import { keyedVisitor } from './keyed-visitor.ts';
import type { Visitor } from './visitor.ts';

export interface Buyer {
  readonly advertiser: Advertiser;
  readonly visitor: Visitor;
}

export const newPath = ({ id, creator }: Listing) => `/cabinet/orders/new?creator=${creator.publicId}&service=${id}`;

/** Advertisers who order in the cabinet. */
export const buyersOf =
  (market: Market, baseUrl: string) =>
  async (fundsCents = 1_000_000): Promise<Buyer> => {
    const { id } = await market.anAdvertiser({ fundsCents });
    const { visitor, apiKey, api } = await keyedVisitor(market, baseUrl, id);
    return { advertiser: { id, apiKey, api }, visitor };
  };

/** A draft of one service, made by the form of a creator's page: its address. */
export async function aDraftPage({ visitor }: Buyer, listing: Listing, values = {}): Promise<string> {
  const created = await visitor.submit(newPath(listing), 'create', {
    'items.0.brief': 'Show the product.',
    'items.0.rights': 'months: 6\nterritory: EU',
    ...values,
  });
  expect({ status: created.status, html: created.status === 303 ? '' : wordsOf(created.html) }).toEqual({
    status: 303,
    html: '',
  });
  return created.headers.get('location') ?? '';
}
