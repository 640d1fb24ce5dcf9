import { notFound, Refusal } from '../../schema/shared/errors.ts';
import type { RequestCtx } from '../context.ts';
import { callerAddress } from '../http/address.ts';
import { policyOf, type Verdict, verdictOf } from '../http/rate-limit.ts';
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
  begin(ctx, edge.limit, address);
  const found = await edge.find(ctx, request, cacheKey);
  if (found !== null) {
    edge.limit.countAfter(address, ctx.settings, ctx.defer);
    return edgeAnswer(request, found);
  }
  const reading = edge.read(ctx, cacheKey, read);
  reading.catch(() => {}); // over the limit: nobody awaits the read
  const counted = await countOne(ctx, edge.limit, address);
  const answer = edgeAnswer(request, await reading);
  Object.assign(ctx.answerHeaders, counted);
  return answer;
}

/** Answers a guest read that is specific to one reader: counts it first, and caches nothing. */
export async function uncachedGuestRead(
  ctx: RequestCtx,
  request: Request,
  read: () => Promise<Response>,
  { limit }: { readonly limit: GuestLimit } = guestEdge,
): Promise<Response> {
  const address = callerAddress(request);
  begin(ctx, limit, address);
  const counted = await countOne(ctx, limit, address);
  const answer = await read();
  Object.assign(ctx.answerHeaders, counted);
  return answer;
}

/**
 * Looks up a record by a code that nobody can guess. Only a failed lookup counts against the limit of the caller, so that many people behind one
 * address can follow a link, and nobody can guess codes.
 */
export async function guestLookup<Found>(
  ctx: RequestCtx,
  request: Request,
  look: () => Promise<Found | null>,
  { limit }: { readonly limit: GuestLimit } = guestEdge,
): Promise<Found> {
  const address = callerAddress(request);
  refuseOverLimit(ctx, limit, address);
  const found = await look();
  if (found !== null) return found;
  Object.assign(ctx.answerHeaders, policyOf(ctx.settings, limit.kind));
  limit.countAfter(address, ctx.settings, ctx.defer);
  throw notFound();
}

/** Refuses a guest that is known to be over its limit. Every answer shows the policy of the limit. */
function begin(ctx: RequestCtx, limit: GuestLimit, address: string): void {
  Object.assign(ctx.answerHeaders, policyOf(ctx.settings, limit.kind));
  refuseOverLimit(ctx, limit, address);
}

function refuseOverLimit(ctx: RequestCtx, limit: GuestLimit, address: string): void {
  const retryAfterSeconds = limit.blockedFor(address, ctx.now().getTime());
  if (retryAfterSeconds === null) return;
  const counted = { success: false, remaining: 0, reset: Date.now() + retryAfterSeconds * 1_000 };
  Object.assign(ctx.answerHeaders, verdictOf(ctx.settings, limit.kind, counted).headers);
  throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

/** Counts a read and returns the headers of the count, or refuses the read over the limit. */
async function countOne(ctx: RequestCtx, limit: GuestLimit, address: string): Promise<Verdict['headers']> {
  const { isAllowed, headers, retryAfterSeconds } = await limit.count(
    address,
    ctx.settings,
    ctx.now().getTime(),
    ctx.defer,
  );
  if (isAllowed) return headers;
  Object.assign(ctx.answerHeaders, headers);
  throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}
