import { notFound, Refusal } from '../../schema/shared/errors.ts';
import type { RequestCtx } from '../context.ts';
import { callerAddress } from '../http/address.ts';
import { type Counting, count } from '../http/rate-limit.ts';
import { openKeyValue } from '../platform/key-value.ts';
import { GuestLimit } from './guest-limit.ts';
import { uncachedGuestRead } from './guest-read.ts';

/** The files that guests export. */
export const exportLimit = { limit: new GuestLimit('export') };

/** No cache, search engine or other site learns the address of what a secret opens. */
const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

/**
 * Answers a read of what a secret in the path opens. Nothing of it is cached. A secret that opens nothing counts as a wrong one of its address, in
 * Redis before the answer; a right one counts as a read of a guest, and is never refused for the wrong ones of others behind the same address.
 */
export async function secretRead<Found>(
  ctx: RequestCtx,
  request: Request,
  look: () => Promise<Found | null>,
  read: (found: Found) => Promise<Response>,
  edge?: { readonly limit: GuestLimit },
): Promise<Response> {
  Object.assign(ctx.answerHeaders, privateHeaders);
  const counting: Counting = ['wrongSecrets', callerAddress(request)];
  const found = await look();
  if (found !== null) return uncachedGuestRead(ctx, request, () => read(found), edge);
  await countWrong(ctx, counting);
  throw notFound();
}

/** Counts a wrong secret, and refuses an address over the limit. */
async function countWrong(ctx: RequestCtx, counting: Counting): Promise<void> {
  const { isAllowed, headers, retryAfterSeconds } = await count(openKeyValue(ctx.settings), ctx.settings, ...counting);
  Object.assign(ctx.answerHeaders, headers);
  if (!isAllowed) throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}
