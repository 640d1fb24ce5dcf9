import { Refusal } from '../../schema/shared/errors.ts';
import type { RequestCtx } from '../context.ts';
import { callerAddress } from '../http/address.ts';
import { problem } from '../http/problem.ts';
import type { CacheKey, Read } from './cache-key.ts';
import { edgeAnswer } from './edge-answer.ts';
import { guestEdge } from './guest-edge.ts';

/** Answers a guest read from the cache and counts it afterwards, or from Postgres while Redis counts it. */
export async function guestRead(
  ctx: RequestCtx,
  request: Request,
  cacheKey: CacheKey,
  read: Read,
  edge = guestEdge,
): Promise<Response> {
  const address = callerAddress(request);
  const now = ctx.now();
  const blocked = edge.limit.blockedFor(address, now.getTime());
  if (blocked !== null) return tooMany(request, now, blocked, {});
  const found = await edge.find(ctx, request, cacheKey);
  if (found !== null) {
    edge.limit.countAfter(address, ctx.settings, ctx.defer);
    return edgeAnswer(request, found);
  }
  const reading = edge.read(ctx, cacheKey, read);
  reading.catch(() => {}); // over the limit: nobody awaits the read
  const verdict = await edge.limit.count(address, ctx.settings, now.getTime(), ctx.defer);
  if (!verdict.isAllowed) return tooMany(request, now, verdict.retryAfterSeconds, verdict.headers);
  return withHeaders(edgeAnswer(request, await reading), verdict.headers);
}

/** Answers a guest read that is specific to one reader: counts it first, and caches nothing. */
export async function uncachedGuestRead(
  ctx: RequestCtx,
  request: Request,
  read: () => Promise<Response>,
  { limit } = guestEdge,
): Promise<Response> {
  const address = callerAddress(request);
  const now = ctx.now();
  const blocked = limit.blockedFor(address, now.getTime());
  if (blocked !== null) return tooMany(request, now, blocked, {});
  const verdict = await limit.count(address, ctx.settings, now.getTime(), ctx.defer);
  if (!verdict.isAllowed) return tooMany(request, now, verdict.retryAfterSeconds, verdict.headers);
  return withHeaders(await read(), verdict.headers);
}

function tooMany(
  request: Request,
  now: Date,
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const answer = problem(
    new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds }),
    new URL(request.url).pathname,
    now,
  );
  return withHeaders(answer, headers);
}

function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
