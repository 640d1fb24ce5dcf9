import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { reviewedStatuses } from '../../schema/social-accounts/stats-session-terms.ts';
import { cursorGuard } from '../client.ts';
import { json, type Query, select, type TypeOf } from '../query.ts';
import { socialAccounts, statsSessions } from '../tables/social-accounts.ts';
import { privateUploads } from '../tables/uploads.ts';
import { type UploadRecord, uploadJson } from '../uploads/records.ts';
import { sessionFields } from './stats-sessions.ts';

const { id, status, uploadedAt } = statsSessions;

const reviewJson = json({
  ...sessionFields,
  ownerId: socialAccounts.ownerId,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  /** Null once it is deleted. */
  recording: sql<UploadRecord | null>`(select ${uploadJson} from ${privateUploads}
    where ${privateUploads.statsSessionId} = ${id} and ${privateUploads.status} = 'VERIFIED')`,
});

/** A recording session with its account and its recording, as JSON. */
export type SessionReview = TypeOf<typeof reviewJson>;

const tables = sql`${statsSessions} join ${socialAccounts} on ${socialAccounts.id} = ${statsSessions.socialAccountId}`;

/** The session of any user that has had a recording, or null: a field of the facts, for staff. */
export const reviewedSession = (sessionId: number): SQL<SessionReview | null> =>
  sql`(select ${reviewJson} from ${tables} where ${id} = ${sessionId} and ${uploadedAt} is not null)`;

export interface SessionsPage {
  readonly status: (typeof reviewedStatuses)[number];
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** Sessions of a status, first uploaded first: their order never changes. A cursor that never had this status is INVALID_CURSOR. */
export function sessionsPage(page: SessionsPage): Query<{ readonly session: SessionReview }> {
  const { limit, cursor } = page;
  // A recording is UPLOADED before it is decided; a decision is final.
  const wasEver = page.status === 'UPLOADED' ? sql`${uploadedAt} is not null` : sql`${status} = ${page.status}`;
  const known = sql`${statsSessions} where ${id} = ${cursor ?? null} and ${wasEver}`;
  const after = sql`and (${uploadedAt}, ${id}) > (select ${uploadedAt}, ${id} from ${known}) and ${cursorGuard(known)}`;
  return select(
    { session: reviewJson },
    sql`from ${tables} where ${status} = ${page.status} and ${uploadedAt} is not null ${cursor === undefined ? sql`` : after}
      order by ${uploadedAt}, ${id} limit ${limit + 1}`,
  );
}
