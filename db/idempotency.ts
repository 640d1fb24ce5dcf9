import { and, eq } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from './client.ts';
import { build, json, one, query, type TypeOf } from './query.ts';
import { prepared } from './statements.ts';
import { idempotencyKeys } from './tables/idempotency.ts';

const savedJson = json({
  fingerprint: idempotencyKeys.fingerprint,
  status: idempotencyKeys.status,
  body: idempotencyKeys.body,
});

/** The answer that a key is bound to. `body` is the text of the response. */
export type SavedAnswer = TypeOf<typeof savedJson>;

/** The answer that the key of this owner is bound to, or null: a field of the facts. */
export const savedUnder = (ownerId: number, key: string): SQL<SavedAnswer | null> =>
  sql`(select ${savedJson} from ${idempotencyKeys}
    where ${idempotencyKeys.ownerId} = ${ownerId} and ${idempotencyKeys.key} = ${key}::uuid)`;

type BoundAnswer = Required<typeof idempotencyKeys.$inferInsert>;

/** The first statement of a commit: it fails when the key is bound already. */
export const bindAnswer = prepared<BoundAnswer>((answer) => build.insert(idempotencyKeys).values(answer));

/** Binds the answer unless the key is bound already. */
export const bindAnswerOnce = prepared<BoundAnswer>((answer) =>
  build.insert(idempotencyKeys).values(answer).onConflictDoNothing(),
);

export const releaseAnswer = prepared<{ ownerId: number; key: string; status: number }>((answer) =>
  build
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.ownerId, answer.ownerId),
        eq(idempotencyKeys.key, answer.key),
        eq(idempotencyKeys.status, answer.status),
      ),
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
