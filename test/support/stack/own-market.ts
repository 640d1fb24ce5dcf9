import { type Market, marketOf } from '../market/market.ts';
import { ownStack } from './own-stack.ts';
import type { OwnStack, OwnStackOptions } from './stack.ts';

export interface OwnMarket {
  readonly stack: OwnStack;
  readonly market: Market;
}

/** A throw-away stack of a test file's own, with a market on it: for tests that count or break things. */
export const ownMarket = (isReady: (own: OwnMarket) => unknown, options: OwnStackOptions = {}): void =>
  ownStack(marketOf, (stack, market) => isReady({ stack, market }), options);
