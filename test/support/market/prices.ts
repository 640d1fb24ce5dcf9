import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { aChannel } from './sellers.ts';

/** A service as a creator sends it, with the changes of the test. */
export const aService = (changes: object = {}) => ({
  type: 'STREAM',
  variant: 'MENTION',
  proofModes: ['PUBLIC_VOD'],
  title: 'A mention in a live stream',
  priceCents: '15000',
  packageOptions: [
    { quantity: 1, discountBps: 0 },
    { quantity: 5, discountBps: 1_000 },
  ],
  usageTerms: 'May be reposted for 30 days.',
  published: true,
  ...changes,
});

export const aPriceList = (services: readonly object[] = [aService()], expectedVersion = 1) => ({
  expectedVersion,
  services,
});

/** Creates a channel with one service through the public API. */
export async function openAShop(owner: { readonly api: Client }): Promise<void> {
  const { id } = await aChannel(owner);
  expect((await owner.api.put(`/influencer-channels/${id}/pricing`, aPriceList())).status).toBe(200);
}
