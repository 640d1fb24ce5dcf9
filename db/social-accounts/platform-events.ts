import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { build, countChanged, facts, guard, json, maybe, select } from '../query.ts';
import { platformEvents, socialGrants } from '../tables/connections.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** The account that an event is about. */
export interface EventSubject {
  readonly platform: Platform;
  readonly messageId: string;
  readonly externalId: string;
  /** A connection that began later is not meant. */
  readonly at: Date;
}

const grantJson = json({
  accountId: socialAccounts.id,
  ownerId: socialAccounts.ownerId,
  connectedAt: socialGrants.connectedAt,
});

/** Whether the event was taken before, and the connection that it is about, or null. */
export const readEvent = (db: Db, { platform, messageId, externalId, at }: EventSubject) =>
  facts(db, {
    isTaken: sql<boolean>`exists (select from ${platformEvents}
      where ${platformEvents.platform} = ${platform} and ${platformEvents.messageId} = ${messageId})`,
    grant: sql<{ accountId: number; ownerId: number; connectedAt: string } | null>`(select ${grantJson}
      from ${socialAccounts} join ${socialGrants} on ${socialGrants.socialAccountId} = ${socialAccounts.id}
      where ${socialAccounts.platform} = ${platform} and ${socialAccounts.externalId} = ${externalId}
        and ${socialAccounts.isVerified} and ${socialGrants.status} <> 'REVOKED' and ${socialGrants.connectedAt} <= ${at}
      limit 1)`,
  });

/** Takes an event once. VERSION_CONFLICT when another delivery of it was first. */
export const takeEvent = (
  { platform, messageId }: Pick<EventSubject, 'platform' | 'messageId'>,
  at: Date,
): SQLWrapper => {
  const insert = build.insert(platformEvents).values({ platform, messageId, at }).onConflictDoNothing();
  return sql`with taken as (${insert.getSQL()} returning 1) ${guard(sql`exists (select from taken)`, 'VERSION_CONFLICT')}`;
};

/** VERSION_CONFLICT unless the latest connection of the account is the one that began at this time. */
export const isStillConnected = (accountId: number, connectedAt: string): SQLWrapper =>
  guard(
    sql`(select ${socialGrants.connectedAt} from ${socialGrants} where ${socialGrants.socialAccountId} = ${accountId})
      = ${connectedAt}::timestamptz`,
    'VERSION_CONFLICT',
  );

/** When the event whose id begins with this code was handled, or null. Ids of Meta are hexadecimal, so `g` is after all of them. */
export const readDeletion = (db: Db, code: string): Promise<{ readonly at: Date } | null> =>
  maybe(
    db,
    select(
      { at: platformEvents.at },
      sql`from ${platformEvents} where ${and(
        eq(platformEvents.platform, 'INSTAGRAM'),
        sql`${platformEvents.messageId} >= ${code} and ${platformEvents.messageId} < ${`${code}g`}`,
      )} limit 1`,
    ),
  );

/** Deletes at most `limit` events from before `before`, and returns their number. */
export const deleteOldEvents = (db: Db, before: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build.delete(platformEvents).where(
      sql`(${platformEvents.platform}, ${platformEvents.messageId}) in (
        select ${platformEvents.platform}, ${platformEvents.messageId} from ${platformEvents}
        where ${platformEvents.at} < ${before} order by ${platformEvents.at} limit ${limit})`,
    ),
  );
