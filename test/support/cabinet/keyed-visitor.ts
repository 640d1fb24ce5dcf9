import { type Client, clientOf } from '../client.ts';
import type { Market } from '../market/market.ts';
import { type Visitor, visitorOf } from './visitor.ts';

export interface KeyedVisitor {
  readonly visitor: Visitor;
  readonly apiKey: string;
  readonly api: Client;
}

/** A browser of a user, and a key of the same user. A first password deletes the earlier keys. */
export async function keyedVisitor(market: Market, baseUrl: string, userId: number): Promise<KeyedVisitor> {
  const visitor = await visitorOf(market, baseUrl, userId);
  const apiKey = await market.aKey(userId);
  return { visitor, apiKey, api: clientOf(baseUrl, apiKey) };
}
