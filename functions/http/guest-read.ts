import { Refusal } from '../../schema/errors.ts';
import type { GuestCtx } from '../context.ts';
import { openKeyValue } from '../platform/key-value.ts';
import { blockedGuest, countAfter } from './count-hits.ts';
import { edgeAnswer } from './edge-answer.ts';
import type { Question, Read } from './edge-cache.ts';
import { guestEdge } from './guest-edge.ts';
import { problem } from './problem.ts';
import { count } from './rate-limit.ts';

export const jsonType = 'application/json';

/**
 * Answers a guest read: out of the cache, counted after the answer; or from Postgres, counted by Redis meanwhile.
 */
export async function guestRead(ctx: GuestCtx, request: Request, question: Question, read: Read): Promise<Response> {
  const address = request.headers.get('cf-connecting-ip') ?? 'unknown';
  const now = ctx.now();
  const blockedUntil = blockedGuest(address, now.getTime());
  if (blockedUntil !== null) return tooMany(request, now, Math.ceil((blockedUntil - now.getTime()) / 1000), {});
  const found = await guestEdge.find(ctx, request, question);
  if (found !== null) {
    countAfter(address, ctx.settings, ctx.defer);
    return edgeAnswer(request, found);
  }
  const reading = guestEdge.read(ctx, question, read);
  reading.catch(() => {}); // over the limit, nobody waits for it
  const verdict = await count(openKeyValue(ctx.settings), ctx.settings, 'guest', address);
  if (!verdict.isAllowed) return tooMany(request, now, verdict.retryAfterSeconds, verdict.headers);
  const answer = edgeAnswer(request, await reading);
  for (const [name, value] of Object.entries(verdict.headers)) answer.headers.set(name, value);
  return answer;
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
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
