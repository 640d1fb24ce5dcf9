import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { oneOfEach } from '../db/client.ts';
import { one, type Query } from '../db/query.ts';
import { missing, notFound } from '../schema/shared/errors.ts';
import type { Ctx } from './context.ts';
import { commit, earlierOf, Replay, type SavedAnswer, savedAnswer } from './idempotency.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** The object of a mutation. */
export interface Target<Found, Seen, Kept, Answer> {
  /** The facts of the decision: one row. One statement reads them together with the earlier answer of the key. */
  readonly facts: Query<Found>;
  /**
   * Returns the facts for the decision. Null refuses with RESOURCE_NOT_FOUND; other refusals are thrown. It runs before a
   * replay, so that a caller who lost the right to the object gets no earlier answer.
   */
  visible(found: Found): Seen | null;
  /** Makes the answer of a replay from what the key stores. Without it, the key stores the answer. */
  replay?(kept: Kept, seen: Seen): Answer | Promise<Answer>;
}

export interface Mutation<Found, Seen, Kept, Answer> extends Target<Found, Seen, Kept, Answer> {
  /** Decides on the current state. It throws the refusal of a request that the state does not allow. */
  decide(seen: Seen): Change<Kept, Answer> | Promise<Change<Kept, Answer>>;
}

export interface Change<Kept, Answer> {
  /** One transaction: all of them, or none. */
  readonly statements: readonly SQLWrapper[];
  /** The answer, or how it is read after the commit, where the database decides what the commit changes. */
  readonly answer: Answer | ReadAnswer<Answer>;
  /** What the key stores instead of the answer, as JSON. A mutation with `replay` gives it. */
  readonly kept?: Kept;
  /** The commit writes to the outbox. */
  readonly isNotifying?: boolean;
  /** Runs once the change is committed. It starts work that the answer does not wait for. */
  readonly after?: () => void;
}

/** A mutation that reads its answer after the commit has `replay`. */
class ReadAnswer<Answer> {
  readonly read: () => Promise<Answer>;
  constructor(read: () => Promise<Answer>) {
    this.read = read;
  }
}

export const readAfterCommit = <Answer>(read: () => Promise<Answer>): ReadAnswer<Answer> => new ReadAnswer(read);

/**
 * The steps of every mutation that reads before it writes: it reads its facts, refuses what the caller may not see, replays, decides and
 * commits the change with its answer. After a conflict with another change it runs again and decides on the new state.
 */
export const mutate = <Found, Seen, Answer, Kept = Answer>(
  ctx: Ctx,
  mutation: Mutation<Found, Seen, Kept, Answer>,
): Promise<Answer> =>
  retryOnConflict(async () => {
    const { seen, earlier } = await begin(ctx, mutation);
    const isRebuilt = mutation.replay !== undefined;
    const { statements, answer, kept, isNotifying = false, after } = await mutation.decide(seen);
    // The answer of a mutation with `replay` may contain a signed URL, so the key never stores it by default.
    const stored =
      isRebuilt || answer instanceof ReadAnswer ? (kept ?? missing('the value that the key stores')) : answer;
    await commit<Kept | Answer>(ctx, statements, stored, { earlier, isNotifying, isRebuilt });
    after?.();
    return answer instanceof ReadAnswer ? await answer.read() : answer;
  });

/** The steps before the decision, for a mutation that works outside Postgres before its commit. */
export async function begin<Found, Seen, Kept, Answer>(
  ctx: Ctx,
  { facts, visible, replay }: Target<Found, Seen, Kept, Answer>,
): Promise<{ readonly seen: Seen; readonly earlier: SavedAnswer | null }> {
  const [found, { earlier }] = await one(ctx.db, oneOfEach(facts, earlierOf(ctx)));
  const seen = visible(found);
  if (seen === null) throw notFound();
  const saved = savedAnswer(ctx, earlier);
  if (saved === null) return { seen, earlier };
  if (replay === undefined) throw new Replay(saved);
  throw new Replay({ ...saved, body: JSON.stringify(await replay(keptIn(saved), seen)) });
}

/** Safe: the mutation of this operation stored it with the key. */
const keptIn = <Kept>({ body }: SavedAnswer): Kept => JSON.parse(body) as Kept;
