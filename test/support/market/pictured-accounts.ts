import { type Client, clientOf } from '../client.ts';
import { simulatorOf } from '../simulator.ts';
import { controlOf } from '../stack/control.ts';
import { ownMarket } from '../stack/own-market.ts';
import type { OwnStack } from '../stack/stack.ts';
import { accountsOf } from './accounts.ts';
import type { Market } from './market.ts';

export interface PicturedAccounts {
  readonly stack: OwnStack;
  readonly market: Market;
  readonly control: ReturnType<typeof controlOf>;
  readonly simulator: ReturnType<typeof simulatorOf>;
  readonly accounts: ReturnType<typeof accountsOf>;
  readonly site: Client;
}

/** A stack of one test file for pictures of social accounts, whose clock moves only on request. */
export const picturedAccounts = (isReady: (pictured: PicturedAccounts) => void): void =>
  ownMarket(async ({ stack, market }) => {
    const control = controlOf(stack.controlUrl);
    const simulator = simulatorOf(stack.socialUrl);
    const accounts = accountsOf(stack.baseUrl, market);
    await control.holdClock(true);
    isReady({ stack, market, control, simulator, accounts, site: clientOf(stack.baseUrl, null, '') });
  });
