import { type SQL, sql } from 'drizzle-orm';
import { KeyAlreadyBound } from '../db/failures.ts';
import { Refusal } from '../schema/errors.ts';
import type { Ctx } from './context.ts';

/** The answer that a key is bound to. Body is the text that left. */
export interface SavedAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/** Thrown to answer with what was answered before; the route turns it into the response. */
export class Replay extends Error {
  readonly saved: SavedAnswer;
  constructor(saved: SavedAnswer) {
    super('replay');
    this.saved = saved;
  }
}

/** A column of the facts that a mutation reads: the answer its key is bound to, or null. */
export const earlierAnswer = (ctx: Ctx): SQL =>
  ctx.idempotency.key === null
    ? sql`null::json`
    : sql`(select json_build_object('fingerprint', fingerprint, 'status', status, 'body', body) from idempotency_keys
           where owner_id = ${ctx.actor.userId} and key = ${ctx.idempotency.key}::uuid)`;

/** Once the path's object is known to be visible: the answer of an earlier identical request, if there was one. */
export function savedAnswer(ctx: Ctx, earlier: SavedAnswer | null): SavedAnswer | null {
  if (earlier === null) {
    if (ctx.idempotency.isRunningElsewhere)
      throw new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
    return null;
  }
  if (earlier.fingerprint !== ctx.idempotency.fingerprint) throw new Refusal('IDEMPOTENCY_CONFLICT');
  return earlier;
}

/** Ends the verb with the earlier answer, if there was one. */
export function replayEarlier(ctx: Ctx, earlier: SavedAnswer | null): void {
  const saved = savedAnswer(ctx, earlier);
  if (saved) throw new Replay(saved);
}

/**
 * The change and the answer to it, in one transaction, or neither. Two requests that race with one key both get
 * the answer of the one that won.
 */
export async function commit<Answer>(ctx: Ctx, statements: readonly SQL[], answer: Answer): Promise<Answer> {
  const { key } = ctx.idempotency;
  if (key === null) {
    await ctx.db.transaction(statements);
    return answer;
  }
  try {
    await ctx.db.transaction([bindKey(ctx, key, answer), ...statements]);
    return answer;
  } catch (error) {
    if (!(error instanceof KeyAlreadyBound)) throw error;
    const [bound] = await ctx.db.rows<{ earlier: SavedAnswer | null }>(sql`select ${earlierAnswer(ctx)} as earlier`);
    replayEarlier(ctx, bound?.earlier ?? null);
    throw new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
  }
}

const bindKey = (ctx: Ctx, key: string, answer: unknown): SQL =>
  sql`insert into idempotency_keys (owner_id, key, fingerprint, status, body, created_at)
      values (${ctx.actor.userId}, ${key}::uuid, ${ctx.idempotency.fingerprint}, ${ctx.idempotency.status},
              ${JSON.stringify(answer)}, ${ctx.now()})`;
