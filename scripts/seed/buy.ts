import type { apiOf } from './api.ts';

export interface FundedAssignment {
  readonly id: number;
  readonly amounts: { readonly base: { readonly raw: string } };
}

/** Buys by draft, quote and checkout, as every advertiser does. Returns the assignments, which wait for acceptance. */
export async function buy(
  api: ReturnType<typeof apiOf>,
  items: readonly ReturnType<typeof itemOf>[],
): Promise<readonly FundedAssignment[]> {
  const order = await api.post<{ id: number }>('/placement-orders', { items });
  const path = `/placement-orders/${order.id}`;
  const { quoteId, quoteVersion, payloadHash } = await api.post<Quote>(`${path}/quote`, { expectedVersion: 1 });
  const funded = await api.post<Funded>(`${path}/checkout`, { quoteId, quoteVersion, payloadHash, confirm: true });
  return funded.assignments;
}

interface Quote {
  readonly quoteId: string;
  readonly quoteVersion: number;
  readonly payloadHash: string;
}

interface Funded {
  readonly assignments: readonly FundedAssignment[];
}

/** One result of a listing, expected in twenty days and due in thirty. */
export const itemOf = (serviceListingId: number, brief: string, now: Date) => ({
  serviceListingId,
  quantity: 1,
  discountBps: 0,
  dueAt: daysAfter(now, 30),
  brief,
  results: [{ expectedAt: daysAfter(now, 20) }],
  rights: {},
});

export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
