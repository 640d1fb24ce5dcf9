import { expect } from 'vitest';
import type { Person } from '../contract/people.ts';
import { created, type Listing, type Market } from './market.ts';
import { aPriceList, aService } from './prices.ts';
import { aChannel, type Seller, sellersOf, twitch } from './sellers.ts';

/** A creator's claim of a channel, with one service on it. */
export interface Claim {
  readonly seller: Seller;
  readonly channelId: number;
  readonly listing: Pick<Listing, 'id' | 'creator'>;
}

/** Claims of channels and their decisions, through the public API. */
export function claimsOf(market: Market, staff: () => Person) {
  const { aSeller, anAccount } = sellersOf(market);

  async function aClaim(
    handle: string,
    { seller = undefined as Seller | undefined, title = 'A mention' } = {},
  ): Promise<Claim> {
    const owner = seller ?? (await aSeller());
    const { id } = await aChannel(owner, twitch(handle));
    const prices = aPriceList([aService({ title })]);
    const saved = await owner.api.put(`/influencer-channels/${id}/pricing`, prices);
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    const listing = { id: saved.body.data.pricing.services[0].serviceListingId, creator: owner };
    return { seller: owner, channelId: id, listing };
  }

  /** Submits the claim to staff. */
  async function submit({ seller, channelId }: Claim): Promise<void> {
    const path = `/influencer-channels/${channelId}`;
    created(await seller.api.post(`${path}/ownership-challenge`, {}));
    expect((await seller.api.post(`${path}/submit`, {})).status).toBe(200);
  }
  const approve = ({ channelId }: Claim) => staff().twin.post(`/staff/ownership-reviews/${channelId}/approve`, {});
  const withdraw = ({ channelId }: Claim) =>
    staff().twin.post(`/staff/ownership-reviews/${channelId}/withdraw`, { reason: 'The channel was sold.' });
  const remove = ({ seller, channelId }: Claim) => seller.api.delete(`/influencer-channels/${channelId}`);

  async function prove(claim: Claim): Promise<void> {
    await submit(claim);
    const reply = await approve(claim);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
  }

  const add = (seller: Seller, handle: string) => seller.api.post('/influencer-channels', twitch(handle));

  return { add, aClaim, anAccount, aSeller, submit, approve, withdraw, remove, prove };
}
