import { and, eq, isNull, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, changesOne, query, type RowOf, select } from '../query.ts';
import { webhookEndpoints } from '../tables/notifications.ts';

const { id: idColumn, ownerId, sealedSecret, previousSealedSecret, previousSecretExpiresAt } = webhookEndpoints;

export interface Rotation {
  readonly sealedSecret: Uint8Array;
  /** The previous secret signs beside the new one until then; null: it does not sign any more. */
  readonly previousExpiresAt: Date | null;
}

/** Replaces the secret of an endpoint. Its former secret becomes the previous one, and an older one is deleted. */
export const rotateSecret = (id: number, { sealedSecret: sealed, previousExpiresAt }: Rotation, at: Date): SQL =>
  changesOne(
    build
      .update(webhookEndpoints)
      .set({
        sealedSecret: sealed,
        previousSealedSecret: sql`case when ${previousExpiresAt}::timestamptz is not null then ${sealedSecret} end`,
        previousSecretExpiresAt: previousExpiresAt,
        updatedAt: at,
      })
      .where(and(eq(idColumn, id), isNull(webhookEndpoints.deletedAt))),
  );

const sealedFields = {
  id: idColumn,
  ownerId,
  /** In hexadecimal. */
  sealed: sql<string>`encode(${sealedSecret}, 'hex')`,
  /** The previous secret of a rotation. */
  other: sql<string | null>`encode(${previousSealedSecret}, 'hex')`,
};

/** The sealed secrets of an endpoint. */
export type SealedSecrets = RowOf<typeof sealedFields>;

/** The sealed secrets of endpoints that are not deleted, in the order of their ids, from the one after `after`. */
export const sealedSecrets = (db: Db, after: number, limit: number): Promise<SealedSecrets[]> =>
  db.read(
    select(
      sealedFields,
      sql`from ${webhookEndpoints} where ${idColumn} > ${after} and ${webhookEndpoints.deletedAt} is null
        order by ${idColumn} limit ${limit}`,
    ),
  );

/** The secrets of an endpoint, sealed under the current SEALING_SECRET. `was` is the former `sealed`. */
export interface ResealedSecrets extends Omit<SealedSecrets, 'ownerId'> {
  readonly was: string;
}

/** Stores resealed secrets. An endpoint whose secret was rotated meanwhile keeps its own. */
export const storeResealed = (resealed: readonly ResealedSecrets[]): SQLWrapper =>
  build
    .update(webhookEndpoints)
    .set({
      sealedSecret: sql`decode(resealed.sealed, 'hex')`,
      previousSealedSecret: sql`case when ${previousSealedSecret} is not null
        then coalesce(decode(resealed.other, 'hex'), ${previousSealedSecret}) end`,
    })
    .from(
      sql`json_to_recordset(${JSON.stringify(resealed)}::json) as resealed (id bigint, was text, sealed text, other text)`,
    )
    .where(sql`${idColumn} = resealed.id and ${sealedSecret} = decode(resealed.was, 'hex')`);

/**
 * Deletes at most `limit` previous secrets that have expired, and gives their number. A secret that a rotation stores meanwhile is
 * kept.
 */
export async function deleteExpiredSecrets(db: Db, at: Date, limit: number): Promise<number> {
  const deletion = build
    .update(webhookEndpoints)
    .set({ previousSealedSecret: null, previousSecretExpiresAt: null })
    .where(
      sql`${idColumn} = any (array(
        select ${idColumn} from ${webhookEndpoints} where ${previousSecretExpiresAt} <= ${at}
        order by ${previousSecretExpiresAt} limit ${limit})) and ${previousSecretExpiresAt} <= ${at}`,
    );
  const deleted = await db.read(query({ id: idColumn }, (columns) => sql`${deletion.getSQL()} returning ${columns}`));
  return deleted.length;
}
