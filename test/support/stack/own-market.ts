import { type Market, marketOf } from '../market/market.ts';
import { controlOf } from './control.ts';
import { ownStack } from './own-stack.ts';
import type { OwnStack, OwnStackOptions } from './stack.ts';

export interface OwnMarket {
  readonly stack: OwnStack;
  readonly market: Market;
  readonly control: ReturnType<typeof controlOf>;
}

/** A temporary stack with a market for one test file that counts or breaks things. */
export const ownMarket = (isReady: (own: OwnMarket) => unknown, options: OwnStackOptions = {}): void =>
  ownStack(marketOf, (stack, market) => isReady({ stack, market, control: controlOf(stack.controlUrl) }), options);
