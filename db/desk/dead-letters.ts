import { and, eq, isNull } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { DeadLetterView } from '../../schema/desk/operations.ts';
import { cursorGuard, type Db } from '../client.ts';
import { build, changesOne, countChanged, json, type Query, select, type TypeOf } from '../query.ts';
import { deadLetters } from '../tables/dead-letters.ts';

export interface NewDeadLetter {
  readonly messageId: string;
  readonly queue: string | null;
  readonly kind: string | null;
  /** JSON text. */
  readonly body: string;
  readonly attempts: number | null;
  readonly at: Date;
}

const { id, at, requeuedAt } = deadLetters;

/** Stores the letters, of which there is at least one, and deletes those beyond `limit`. A message that is delivered twice is stored once. */
export const keepLetters = (letters: readonly NewDeadLetter[], limit: number): SQLWrapper[] => [
  build
    .insert(deadLetters)
    .values(letters.map(({ body, ...letter }) => ({ ...letter, body: sql`${body}::jsonb` })))
    .onConflictDoNothing(),
  sql`delete from ${deadLetters} where ${id} <= (select ${id} from ${deadLetters} order by ${id} desc offset ${limit} limit 1)`,
];

/** Deletes at most `limit` letters from before this time, and returns their number. */
export const deleteOldLetters = (db: Db, before: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build
      .delete(deadLetters)
      .where(
        sql`${id} = any (array(select ${id} from ${deadLetters} where ${at} < ${before} order by ${at} limit ${limit}))`,
      ),
  );

const letterJson = json({
  id,
  at,
  queue: deadLetters.queue,
  kind: deadLetters.kind,
  attempts: deadLetters.attempts,
  body: sql<DeadLetterView['body']>`${deadLetters.body}`,
  requeuedAt,
  requeuedBy: deadLetters.requeuedBy,
});

export type DeadLetterRecord = TypeOf<typeof letterJson>;

/** A dead letter, or null: a field of the facts. */
export const letterWith = (letterId: number): SQL<DeadLetterRecord | null> =>
  sql`(select ${letterJson} from ${deadLetters} where ${id} = ${letterId})`;

/** Marks the letter. VERSION_CONFLICT when somebody else has queued it again. */
export const markRequeued = (letterId: number, staffId: number, now: Date): SQL =>
  changesOne(
    build
      .update(deadLetters)
      .set({ requeuedAt: now, requeuedBy: staffId })
      .where(and(eq(id, letterId), isNull(requeuedAt))),
  );

/** Takes the mark back, because the queue has not taken the job. */
export const unmarkRequeued = (letterId: number): SQLWrapper =>
  build.update(deadLetters).set({ requeuedAt: null, requeuedBy: null }).where(eq(id, letterId));

export interface DeadLettersPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly kind?: string | undefined;
  readonly waiting?: 'true' | undefined;
}

/** Dead letters, newest first. A cursor that is none of them is INVALID_CURSOR. */
export function lettersPage({
  limit,
  cursor,
  kind,
  waiting,
}: DeadLettersPage): Query<{ readonly letter: DeadLetterRecord }> {
  const conditions: readonly SQL[] = [
    ...(kind === undefined ? [] : [sql`${deadLetters.kind} = ${kind}`]),
    ...(waiting === undefined ? [] : [sql`${requeuedAt} is null`]),
    ...(cursor === undefined ? [] : [sql`${id} < ${cursor}`, cursorGuard(sql`${deadLetters} where ${id} = ${cursor}`)]),
    sql`true`,
  ];
  return select(
    { letter: letterJson },
    sql`from ${deadLetters} where ${sql.join([...conditions], sql` and `)} order by ${id} desc limit ${limit + 1}`,
  );
}
