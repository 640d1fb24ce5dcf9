import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, type Db } from '../client.ts';
import { build, countChanged, type Query, type RowOf, select } from '../query.ts';
import type { ParametersOf } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { apiRequests } from '../tables/api-requests.ts';

/** A request to log. */
export interface NewRequest {
  readonly ownerId: number;
  readonly keyId: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  readonly at: Date;
}

/** Adds a request to the log of its owner. */
export const insertRequest = storedChange(
  'log_request',
  ['ownerId', 'keyId', 'requestId', 'method', 'path', 'status', 'errorCode', 'durationMs', 'at'],
  (request: ParametersOf<NewRequest>) => build.insert(apiRequests).values(request),
);

const { id, ownerId } = apiRequests;

const fields = {
  id: sql<number>`${id}::float8`,
  keyId: apiRequests.keyId,
  keyName: sql<string | null>`(select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${apiRequests.keyId})`,
  requestId: apiRequests.requestId,
  method: apiRequests.method,
  path: apiRequests.path,
  status: apiRequests.status,
  errorCode: apiRequests.errorCode,
  durationMs: apiRequests.durationMs,
  at: apiRequests.at,
};

export type RequestRow = RowOf<typeof fields>;

export interface RequestsPage {
  readonly limit: number;
  /** Older requests are left out. */
  readonly since: Date;
  readonly cursor?: number | undefined;
  readonly keyId?: string | undefined;
  /** The first digit of the status. */
  readonly statusClass?: number | undefined;
  readonly requestId?: string | undefined;
}

/** The logged requests of an owner, newest first, one more than the limit. A cursor that is no such request is INVALID_CURSOR. */
export function requestsPage(
  owner: number,
  { limit, since, cursor, keyId, statusClass, requestId }: RequestsPage,
): Query<RequestRow> {
  const own = sql`${ownerId} = ${owner}`;
  const conditions: readonly SQL[] = [
    own,
    sql`${apiRequests.at} >= ${since}`,
    ...(keyId === undefined ? [] : [sql`${apiRequests.keyId} = ${keyId}`]),
    ...(statusClass === undefined ? [] : [sql`${apiRequests.status} / 100 = ${statusClass}`]),
    ...(requestId === undefined ? [] : [sql`${apiRequests.requestId} = ${requestId}`]),
    ...(cursor === undefined
      ? []
      : [sql`${id} < ${cursor}`, cursorGuard(sql`${apiRequests} where ${own} and ${id} = ${cursor}`)]),
  ];
  return select(
    fields,
    sql`from ${apiRequests} where ${sql.join([...conditions], sql` and `)} order by ${id} desc limit ${limit + 1}`,
  );
}

/** Deletes at most `limit` requests that were answered before then, and returns their number. */
export const deleteRequestsBefore = (db: Db, before: Date, limit: number): Promise<number> =>
  deleteSome(db, sql`${apiRequests.at} < ${before} order by ${apiRequests.at} limit ${limit}`);

/** Deletes at most `limit` requests of an owner, and returns their number. */
export const deleteRequestsOf = (db: Db, owner: number, limit: number): Promise<number> =>
  deleteSome(db, sql`${ownerId} = ${owner} order by ${id} limit ${limit}`);

const deleteSome = (db: Db, which: SQL): Promise<number> =>
  countChanged(
    db,
    build.delete(apiRequests).where(sql`${id} = any (array(select ${id} from ${apiRequests} where ${which}))`),
  );
