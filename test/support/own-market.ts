import { afterAll, beforeAll } from 'vitest';
import { type Market, marketOf } from './market.ts';
import { type OwnStack, type OwnStackOptions, startStack } from './stack.ts';

export interface OwnMarket {
  readonly stack: OwnStack;
  readonly market: Market;
}

/** A throw-away stack of a test file's own, there before its tests begin and gone after them: for tests that count or break things. */
export function ownMarket(isReady: (own: OwnMarket) => unknown, options: OwnStackOptions = {}): void {
  let own: OwnMarket | undefined;
  beforeAll(async () => {
    const stack = await startStack(options);
    own = { stack, market: marketOf(stack) };
    await isReady(own);
  });
  afterAll(async () => {
    await own?.market.close();
    await own?.stack.stop();
  });
}
