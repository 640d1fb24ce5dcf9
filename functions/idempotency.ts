import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { KeyAlreadyBound, KeyInHand } from '../db/failures.ts';
import { bindAnswer, bindAnswerOnce, earlierAnswer, releaseAnswer, type SavedAnswer } from '../db/idempotency.ts';
import { one, type Query, waitAtMost } from '../db/query.ts';
import { errorStatus, isUnavailable, Refusal, versionConflict } from '../schema/shared/errors.ts';
import type { Ctx } from './context.ts';

export type { SavedAnswer };

/** Thrown to end a verb with an earlier answer; the route turns it into the response. */
export class Replay extends Error {
  readonly saved: SavedAnswer;
  constructor(saved: SavedAnswer) {
    super('replay');
    this.saved = saved;
  }
}

/** Reads the answer that the key is bound to, or null. */
export const earlierOf = ({ actor, idempotency }: Ctx): Query<{ readonly earlier: SavedAnswer | null }> =>
  earlierAnswer({ ownerId: actor.userId, key: idempotency.key });

/** The answer of an earlier identical request, if any. Call it only once the path's object is known to be visible. */
export function savedAnswer(ctx: Ctx, earlier: SavedAnswer | null): SavedAnswer | null {
  if (earlier !== null && earlier.fingerprint !== ctx.idempotency.fingerprint)
    throw new Refusal('IDEMPOTENCY_CONFLICT');
  if (earlier !== null && !isIntent(earlier)) return earlier;
  if (ctx.idempotency.isRunningElsewhere)
    throw new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
  return null;
}

/** Commits a change and its answer in one transaction. Two requests that race with one key both get the winner's answer. */
export async function commit<Answer>(
  ctx: Ctx,
  statements: readonly SQLWrapper[],
  answer: Answer,
  { earlier = null, isRebuilt = false, isNotifying = false }: CommitOptions = {},
): Promise<Answer> {
  const { key, status } = ctx.idempotency;
  if (key === null) {
    await ctx.db.transaction(statements);
    if (isNotifying) ctx.nudge();
    return answer;
  }
  const released = earlier !== null && isIntent(earlier) ? [releaseIntent(ctx, key)] : [];
  try {
    await underKey(ctx, [...released, bindAnswer(boundTo(ctx, key, status, JSON.stringify(answer))), ...statements]);
    if (isNotifying) ctx.nudge();
    return answer;
  } catch (error) {
    if (!(error instanceof KeyAlreadyBound)) throw error;
    if (isRebuilt) throw versionConflict();
    const { earlier: bound } = await one(ctx.db, earlierOf(ctx));
    const saved = savedAnswer(ctx, bound);
    if (saved) throw new Replay(saved);
    throw new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
  }
}

/**
 * The statements, preceded by those of the key. While an identical request holds the key, this one waits even without Redis, until that
 * request succeeds (KeyAlreadyBound), fails, or the wait ends (KeyInHand).
 */
export async function underKey(ctx: Ctx, statements: readonly SQLWrapper[]): Promise<void> {
  const startedAt = Date.now();
  let lockTimeout: readonly SQLWrapper[] = [];
  for (;;) {
    try {
      return await ctx.db.transaction([...lockTimeout, ...statements]);
    } catch (error) {
      const leftMs = waitForKeyMs - (Date.now() - startedAt);
      if (!(error instanceof KeyInHand) || leftMs < shortestWaitMs) throw error;
      lockTimeout = [waitAtMost(leftMs)];
    }
  }
}

/**
 * Runs a change at most once for a key, for an operation whose answers are not stored because they contain a secret. The transaction of the
 * change binds the key too, so a refused or lost request can be sent again. A second run gets IDEMPOTENCY_CONFLICT.
 */
export async function runOnce<T>(ctx: Ctx, key: string, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { userId: ownerId } = ctx.actor;
  const bind = bindAnswer({ ownerId, key, fingerprint: 'once', status: 200, body: '', createdAt: ctx.now() });
  const transaction = (statements: readonly SQLWrapper[]) => underKey(ctx, [bind, ...statements]);
  try {
    return await run({ ...ctx, db: { ...ctx.db, transaction } });
  } catch (error) {
    if (error instanceof KeyAlreadyBound) throw sentBefore();
    // The first run may have changed what this one needs: the object of the form, or the number of objects that are allowed.
    const { earlier } = isAnswered(error) ? await one(ctx.db, earlierAnswer({ ownerId, key })) : { earlier: null };
    throw earlier === null ? error : sentBefore();
  }
}

const isAnswered = (error: unknown): boolean => error instanceof Refusal && !isUnavailable(error);

const sentBefore = () =>
  new Refusal(
    'IDEMPOTENCY_CONFLICT',
    'Castline has already processed this form, and cannot show the result again. To repeat the action, for example to get another key, send the form again.',
  );

/** Longer than lock_timeout of the service's role. */
const waitForKeyMs = 5_000;
const shortestWaitMs = 100;

export interface CommitOptions {
  /** The intent that the key is bound to, if any: this change fulfils it. */
  readonly earlier?: SavedAnswer | null;
  /** A replay makes its answer anew: the loser of a race with its own key runs again and finds what the winner stored. */
  readonly isRebuilt?: boolean;
  /** The commit writes to the outbox. */
  readonly isNotifying?: boolean;
}

/** A request that cannot be fulfilled yet is recorded under its key: only the same request may use the key again. */
const intentStatus = errorStatus.WRITE_NOT_AVAILABLE_FOR_FEATURE;
const isIntent = ({ status }: SavedAnswer): boolean => status === intentStatus;

/** Statements that bind the key, if there is one, to the request alone. */
export const bindIntent = (ctx: Ctx): SQLWrapper[] => {
  const { key } = ctx.idempotency;
  return key === null ? [] : [bindAnswerOnce(boundTo(ctx, key, intentStatus, ''))];
};

const releaseIntent = (ctx: Ctx, key: string) =>
  releaseAnswer({ ownerId: ctx.actor.userId, key, status: intentStatus });

const boundTo = (ctx: Ctx, key: string, status: number, body: string) => ({
  ownerId: ctx.actor.userId,
  key,
  fingerprint: ctx.idempotency.fingerprint,
  status,
  body,
  createdAt: ctx.now(),
});
