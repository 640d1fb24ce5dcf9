import { and, eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from './client.ts';
import { build, json, one, query, select, type TypeOf } from './query.ts';
import type { ParametersOf } from './statements.ts';
import { storedChange, storedRead } from './stored.ts';
import { idempotencyKeys } from './tables/idempotency.ts';

const savedJson = json({
  fingerprint: idempotencyKeys.fingerprint,
  status: idempotencyKeys.status,
  body: idempotencyKeys.body,
});

/** The answer that a key is bound to. `body` is the text of the response. */
export type SavedAnswer = TypeOf<typeof savedJson>;

interface OwnKey {
  readonly ownerId: number;
  /** Null for a request without a key: it has no earlier answer. */
  readonly key: string | null;
}

/** The answer that the key of this owner is bound to, or null. */
export const earlierAnswer = storedRead(
  'earlier_answer',
  ['ownerId', 'key'],
  ({ ownerId, key }: ParametersOf<OwnKey>) =>
    select({
      earlier: sql<SavedAnswer | null>`(select ${savedJson} from ${idempotencyKeys}
      where ${idempotencyKeys.ownerId} = ${ownerId} and ${idempotencyKeys.key} = ${key}::uuid)`,
    }),
);

type BoundAnswer = Required<typeof idempotencyKeys.$inferInsert>;
const boundNames = ['ownerId', 'key', 'fingerprint', 'status', 'body', 'createdAt'] as const;

/** The first statement of a commit: it fails when the key is bound already. */
export const bindAnswer = storedChange<BoundAnswer>('bind_answer', boundNames, (answer) =>
  build.insert(idempotencyKeys).values(answer),
);

/** Binds the answer unless the key is bound already. */
export const bindAnswerOnce = storedChange<BoundAnswer>('bind_answer_once', boundNames, (answer) =>
  build.insert(idempotencyKeys).values(answer).onConflictDoNothing(),
);

export const releaseAnswer = storedChange<{ ownerId: number; key: string; status: number }>(
  'release_answer',
  ['ownerId', 'key', 'status'],
  ({ ownerId, key, status }) =>
    build
      .delete(idempotencyKeys)
      .where(
        and(eq(idempotencyKeys.ownerId, ownerId), eq(idempotencyKeys.key, key), eq(idempotencyKeys.status, status)),
      ),
);

/** Deletes at most `limit` answers that are older than `before` and returns their number. */
export async function deleteOldAnswers(db: Db, before: Date, limit: number): Promise<number> {
  const { ownerId, key, createdAt } = idempotencyKeys;
  const { deleted } = await one(
    db,
    query(
      { deleted: sql<number>`count(*)::int` },
      (columns) => sql`
        with old as (select ${ownerId}, ${key} from ${idempotencyKeys} where ${createdAt} < ${before} limit ${limit}),
          gone as (delete from ${idempotencyKeys} using old where ${ownerId} = old.owner_id and ${key} = old.key returning 1)
        select ${columns} from gone`,
    ),
  );
  return deleted;
}
