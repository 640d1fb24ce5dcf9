import { type Market, marketOf } from '../market/market.ts';
import { ownStack } from './own-stack.ts';
import type { OwnStack, OwnStackOptions } from './stack.ts';

export interface OwnMarket {
  readonly stack: OwnStack;
  readonly market: Market;
}

/** A temporary stack with a market for one test file that counts or breaks things. */
export const ownMarket = (isReady: (own: OwnMarket) => unknown, options: OwnStackOptions = {}): void =>
  ownStack(marketOf, (stack, market) => isReady({ stack, market }), options);
