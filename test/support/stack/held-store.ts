import { afterAll, beforeAll } from 'vitest';
import { type FakeStore, startFakeStore } from '../fake-store.ts';
import { type Market, marketOf } from '../market/market.ts';
import { type Uploader, uploadsOf } from '../market/uploads.ts';
import { storeAt } from '../object-store.ts';
import { controlOf } from './control.ts';
import { startStack } from './stack.ts';

export interface HeldStore {
  readonly store: FakeStore;
  readonly market: Market;
  readonly uploader: Uploader;
  readonly control: ReturnType<typeof controlOf>;
  /** The end of the lease of an upload's check; null without a lease. */
  readonly leaseOf: (uploadId: string) => Promise<Date | null>;
}

/** A stack of one test file with a store that answers on request, and a clock that moves on request. */
export function heldStore(isReady: (held: HeldStore) => void): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const store = await startFakeStore();
    const stack = await startStack({ vars: storeAt(store.endpoint) });
    const market = marketOf(stack);
    stop = async () => {
      await market.close();
      await stack.stop();
      await store.stop();
    };
    const uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
    const control = controlOf(stack.controlUrl);
    await control.holdClock(true);
    const leaseOf = async (uploadId: string) =>
      (await market.one('select check_leased_until from private_uploads where id = $1', [uploadId])).check_leased_until;
    isReady({ store, market, uploader, control, leaseOf });
  });
  afterAll(() => stop?.());
}

/** Ends the waits of some work, one after the other, until the work is done. */
export async function withWaitsEnded<T>(work: Promise<T>, endOne: () => Promise<unknown>): Promise<T> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await endOne();
  return ended;
}
