import { Refusal } from '../../schema/shared/errors.ts';
import type { RequestCtx } from '../context.ts';
import { callerAddress } from '../http/address.ts';
import { verdictOf } from '../http/rate-limit.ts';
import type { CacheKey, Read } from './cache-key.ts';
import { edgeAnswer } from './edge-answer.ts';
import { guestEdge } from './guest-edge.ts';
import type { GuestLimit } from './guest-limit.ts';

/** Answers a guest read from the cache and counts it afterwards, or from Postgres while Redis counts it. */
export async function guestRead(
  ctx: RequestCtx,
  request: Request,
  cacheKey: CacheKey,
  read: Read,
  edge = guestEdge,
): Promise<Response> {
  const address = callerAddress(request);
  refuseBlocked(ctx, edge.limit, address);
  const found = await edge.find(ctx, request, cacheKey);
  if (found !== null) {
    edge.limit.countAfter(address, ctx.settings, ctx.defer);
    return edgeAnswer(request, found);
  }
  const reading = edge.read(ctx, cacheKey, read);
  reading.catch(() => {}); // over the limit: nobody awaits the read
  await countOne(ctx, edge.limit, address);
  return edgeAnswer(request, await reading);
}

/** Answers a guest read that is specific to one reader: counts it first, and caches nothing. */
export async function uncachedGuestRead(
  ctx: RequestCtx,
  request: Request,
  read: () => Promise<Response>,
  { limit } = guestEdge,
): Promise<Response> {
  const address = callerAddress(request);
  refuseBlocked(ctx, limit, address);
  await countOne(ctx, limit, address);
  return read();
}

/** Refuses a guest that is known to be over its limit. */
function refuseBlocked(ctx: RequestCtx, limit: GuestLimit, address: string): void {
  const retryAfterSeconds = limit.blockedFor(address, ctx.now().getTime());
  if (retryAfterSeconds === null) return;
  const counted = { success: false, remaining: 0, reset: Date.now() + retryAfterSeconds * 1_000 };
  Object.assign(ctx.answerHeaders, verdictOf(ctx.settings, limit.kind, counted).headers);
  throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

/** Counts a read, and refuses it over the limit. The answer shows the count, also when the read fails. */
async function countOne(ctx: RequestCtx, limit: GuestLimit, address: string): Promise<void> {
  const verdict = await limit.count(address, ctx.settings, ctx.now().getTime(), ctx.defer);
  Object.assign(ctx.answerHeaders, verdict.headers);
  if (!verdict.isAllowed)
    throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds: verdict.retryAfterSeconds });
}
