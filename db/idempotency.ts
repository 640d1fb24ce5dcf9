import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from './client.ts';
import { build, json, one, query, type TypeOf } from './query.ts';
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

/** The first statement of a commit: it fails when the key is bound already. */
export const bindAnswer = (answer: typeof idempotencyKeys.$inferInsert) => build.insert(idempotencyKeys).values(answer);

export const releaseAnswer = (ownerId: number, key: string, status: number): SQLWrapper =>
  build
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.ownerId, ownerId), eq(idempotencyKeys.key, key), eq(idempotencyKeys.status, status)));

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
