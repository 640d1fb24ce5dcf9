import { and, eq, type SQLWrapper } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, changesOne, countChanged, guard, json, type TypeOf } from '../query.ts';
import { socialAccounts, statsSessions } from '../tables/social-accounts.ts';
import { privateUploads } from '../tables/uploads.ts';
import { isUsable } from './accounts.ts';

const { id, socialAccountId, status, expiresAt } = statsSessions;

export const sessionFields = {
  id,
  socialAccountId,
  status,
  openedAt: statsSessions.openedAt,
  expiresAt,
  uploadedAt: statsSessions.uploadedAt,
  decidedAt: statsSessions.decidedAt,
  decidedBy: statsSessions.decidedBy,
  reason: statsSessions.reason,
};

const sessionJson = json(sessionFields);

/** A recording session, as JSON. The status that readers see depends on the time. */
export type SessionRecord = TypeOf<typeof sessionJson>;

/** The last session of an account, or null: a field of the facts. */
export const lastSession = (accountId: number): SQL<SessionRecord | null> =>
  sql`(select ${sessionJson} from ${statsSessions} where ${socialAccountId} = ${accountId} order by ${id} desc limit 1)`;

/** The session of this account, or null: a field of the facts. */
export const sessionOf = (accountId: number, sessionId: number): SQL<SessionRecord | null> =>
  sql`(select ${sessionJson} from ${statsSessions} where ${id} = ${sessionId} and ${socialAccountId} = ${accountId})`;

const isRunOut = (at: Date): SQL => sql`${status} = 'OPEN' and ${expiresAt} <= ${at}`;

/**
 * Opens a session of a usable account, after ending one that ran out. The account is locked, so that a commit that ends it sees the session.
 * A second current session violates stats_sessions_one_current, which ends the transaction.
 */
export const openSession = (session: SessionRecord, at: Date): SQLWrapper[] => [
  sql`select from ${socialAccounts} where ${socialAccounts.id} = ${session.socialAccountId} for share`,
  guard(
    sql`exists (select from ${socialAccounts} where ${socialAccounts.id} = ${session.socialAccountId} and ${isUsable})`,
    'VERSION_CONFLICT',
  ),
  build
    .update(statsSessions)
    .set({ status: 'NONE' })
    .where(and(eq(socialAccountId, session.socialAccountId), isRunOut(at))),
  build.insert(statsSessions).values({
    id: session.id,
    socialAccountId: session.socialAccountId,
    status: 'OPEN',
    openedAt: at,
    expiresAt: new Date(session.expiresAt),
  }),
];

/** The session takes a recording: a condition. */
export const isTakingRecording = (sessionId: number, at: Date): SQL =>
  sql`exists (select from ${statsSessions} join ${socialAccounts} on ${socialAccounts.id} = ${socialAccountId}
    where ${id} = ${sessionId} and ${status} = 'OPEN' and ${expiresAt} > ${at} and ${isUsable})`;

/** Refuses the commit when the session does not take a recording any more. */
export const takesRecording = (sessionId: number, at: Date): SQL =>
  guard(isTakingRecording(sessionId, at), 'VERSION_CONFLICT');

/** The session has its recording. VERSION_CONFLICT when it is not OPEN any more. */
export const markUploaded = (sessionId: number, at: Date): SQL =>
  changeSession(sessionId, 'OPEN', { status: 'UPLOADED', uploadedAt: at });

export interface SessionDecision {
  readonly status: 'VERIFIED' | 'REJECTED';
  readonly decidedBy: number;
  readonly reason: string | null;
}

/** Stores the decision of staff. Its recording is not needed any more. VERSION_CONFLICT when the session is not UPLOADED any more. */
export const decideSession = (sessionId: number, decision: SessionDecision, at: Date): SQLWrapper[] => [
  changeSession(sessionId, 'UPLOADED', { ...decision, decidedAt: at }),
  forgetRecordings(sql`= ${sessionId}`, at),
];

/** Ends the session of an account that is given up, if it has one without a decision. */
export const endSession = (accountId: number, at: Date): SQLWrapper[] => [
  build
    .update(statsSessions)
    .set({ status: 'NONE' })
    .where(and(eq(socialAccountId, accountId), sql`${status} in ('OPEN', 'UPLOADED')`)),
  forgetRecordings(sql`in (select ${id} from ${statsSessions} where ${socialAccountId} = ${accountId})`, at),
];

/** Ends at most `limit` sessions that ran out, and returns their number. */
export const endOldSessions = (db: Db, at: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build
      .update(statsSessions)
      .set({ status: 'NONE' })
      .where(
        sql`${id} = any (array(select ${id} from ${statsSessions} where ${isRunOut(at)}
          order by ${expiresAt} limit ${limit} for no key update skip locked))`,
      ),
  );

const changeSession = (
  sessionId: number,
  from: 'OPEN' | 'UPLOADED',
  change: PgUpdateSetSource<typeof statsSessions>,
): SQL =>
  changesOne(
    build
      .update(statsSessions)
      .set(change)
      .where(and(eq(id, sessionId), eq(status, from))),
  );

/** The sweep deletes these recordings 30 days later. */
const forgetRecordings = (ofSessions: SQL, at: Date): SQLWrapper =>
  build
    .update(privateUploads)
    .set({ unneededSince: at, updatedAt: at })
    .where(
      sql`${privateUploads.statsSessionId} ${ofSessions} and ${privateUploads.status} = 'VERIFIED'
        and ${privateUploads.unneededSince} is null`,
    );
