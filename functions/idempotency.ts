import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { KeyAlreadyBound, KeyInHand } from '../db/failures.ts';
import { bindAnswer, releaseAnswer, type SavedAnswer, savedUnder } from '../db/idempotency.ts';
import { facts } from '../db/query.ts';
import { errorStatus, lostRace, Refusal } from '../schema/shared/errors.ts';
import type { Ctx } from './context.ts';

export type { SavedAnswer };

/** Thrown to answer with what was answered before; the route turns it into the response. */
export class Replay extends Error {
  readonly saved: SavedAnswer;
  constructor(saved: SavedAnswer) {
    super('replay');
    this.saved = saved;
  }
}

/** A column of the facts that a mutation reads: the answer its key is bound to, or null. */
export const earlierAnswer = (ctx: Ctx): SQL<SavedAnswer | null> =>
  ctx.idempotency.key === null ? sql`null::json` : savedUnder(ctx.actor.userId, ctx.idempotency.key);

/** Once the path's object is known to be visible: the answer of an earlier identical request, if there was one. */
export function savedAnswer(ctx: Ctx, earlier: SavedAnswer | null): SavedAnswer | null {
  if (earlier !== null && earlier.fingerprint !== ctx.idempotency.fingerprint)
    throw new Refusal('IDEMPOTENCY_CONFLICT');
  if (earlier !== null && !isIntent(earlier)) return earlier;
  if (ctx.idempotency.isRunningElsewhere)
    throw new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
  return null;
}

/** Ends the verb with the earlier answer, if there was one. */
export function replayEarlier(ctx: Ctx, earlier: SavedAnswer | null): void {
  const saved = savedAnswer(ctx, earlier);
  if (saved) throw new Replay(saved);
}

/**
 * Answers with a view of the object that a mutation has committed. Only the object is stored with the key: a signed address is never
 * stored, and a replay signs a new one.
 */
export async function answerAnew<Stored, Shown>(
  mutate: () => Promise<Stored>,
  show: (stored: Stored) => Promise<Shown>,
): Promise<Shown> {
  try {
    return await show(await mutate());
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    throw new Replay({ ...error.saved, body: JSON.stringify(await show(storedIn<Stored>(error.saved))) });
  }
}

/** Safe: every mutation that is passed to answerAnew commits the object as the answer of its key. */
const storedIn = <Stored>({ body }: SavedAnswer): Stored => JSON.parse(body) as Stored;

/**
 * The change and the answer to it, in one transaction, or neither. Two requests that race with one key both get
 * the answer of the one that won.
 */
export async function commit<Answer>(
  ctx: Ctx,
  statements: readonly SQLWrapper[],
  answer: Answer,
  { earlier = null, isMadeAnew = false, isTold = false }: CommitOptions = {},
): Promise<Answer> {
  const { key, status } = ctx.idempotency;
  if (key === null) {
    await ctx.db.transaction(statements);
    if (isTold) ctx.nudge();
    return answer;
  }
  const released = earlier !== null && isIntent(earlier) ? [releaseIntent(ctx, key)] : [];
  try {
    await underKey(ctx, [...released, bindKey(ctx, key, status, JSON.stringify(answer)), ...statements]);
    if (isTold) ctx.nudge();
    return answer;
  } catch (error) {
    if (!(error instanceof KeyAlreadyBound)) throw error;
    if (isMadeAnew) throw lostRace();
    const { earlier: bound } = await facts(ctx.db, { earlier: earlierAnswer(ctx) });
    replayEarlier(ctx, bound);
    throw new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
  }
}

/**
 * Statements that begin with the key's. Where an identical request has it in hand, this one waits for it also without Redis: until
 * that is known to have succeeded (KeyAlreadyBound), has failed, or the wait is over (KeyInHand).
 */
export async function underKey(ctx: Ctx, statements: readonly SQLWrapper[]): Promise<void> {
  const startedAt = Date.now();
  let patience: readonly SQLWrapper[] = [];
  for (;;) {
    try {
      return await ctx.db.transaction([...patience, ...statements]);
    } catch (error) {
      const leftMs = waitForKeyMs - (Date.now() - startedAt);
      if (!(error instanceof KeyInHand) || leftMs < shortestWaitMs) throw error;
      patience = [sql`select set_config('lock_timeout', ${`${leftMs}ms`}, true)`];
    }
  }
}

/** A lock is waited for less long (lock_timeout of the service's role). */
const waitForKeyMs = 5_000;
const shortestWaitMs = 100;

export interface CommitOptions {
  /** The intent that the key was bound to, if there was one: the change fulfils it. */
  readonly earlier?: SavedAnswer | null;
  /** A replay is answered anew: who loses a race with its own key decides once more (settleRace), and finds the winner's. */
  readonly isMadeAnew?: boolean;
  /** It writes to the outbox. */
  readonly isTold?: boolean;
}

/** What could not be done yet is noted under its key: the same request may be sent again, and no other. */
const intentStatus = errorStatus.WRITE_NOT_AVAILABLE_FOR_FEATURE;
const isIntent = ({ status }: SavedAnswer): boolean => status === intentStatus;

/** Statements that bind the key, if there is one, to the wish alone. */
export const bindIntent = (ctx: Ctx): SQLWrapper[] => {
  const { key } = ctx.idempotency;
  return key === null ? [] : [bindKey(ctx, key, intentStatus, '').onConflictDoNothing()];
};

const releaseIntent = (ctx: Ctx, key: string) => releaseAnswer(ctx.actor.userId, key, intentStatus);

const bindKey = (ctx: Ctx, key: string, status: number, body: string) =>
  bindAnswer({
    ownerId: ctx.actor.userId,
    key,
    fingerprint: ctx.idempotency.fingerprint,
    status,
    body,
    createdAt: ctx.now(),
  });
