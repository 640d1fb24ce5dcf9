import { and, eq, isNull } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, type Db, largestId } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, json, maybe, type Query, query, select, type TypeOf } from '../query.ts';
import { users } from '../tables/identity.ts';
import { messages, webhookEndpoints } from '../tables/notifications.ts';
import { cancelPending } from './cancelled-calls.ts';

const { id: idColumn, ownerId: ownerColumn, url: urlColumn, deletedAt } = webhookEndpoints;

/** An endpoint as JSON, without its secrets. */
const endpointJson = json({
  id: idColumn,
  url: urlColumn,
  kinds: webhookEndpoints.kinds,
  description: webhookEndpoints.description,
  status: webhookEndpoints.status,
  failingSince: webhookEndpoints.failingSince,
  disabledAt: webhookEndpoints.disabledAt,
  previousSecretExpiresAt: webhookEndpoints.previousSecretExpiresAt,
  createdAt: webhookEndpoints.createdAt,
});

export type EndpointRecord = TypeOf<typeof endpointJson>;

/** A condition: the endpoint is one of this owner, and is not deleted. */
export const isEndpointOf = (ownerId: number, id: number): SQL =>
  sql`${idColumn} = ${id} and ${ownerColumn} = ${ownerId} and ${deletedAt} is null`;

const ofOwner = (ownerId: number): SQL =>
  sql`${webhookEndpoints} where ${ownerColumn} = ${ownerId} and ${deletedAt} is null`;

/** The endpoint of this owner, or null: a field of the facts. */
export const endpointOf = (ownerId: number, id: number): SQL<EndpointRecord | null> =>
  sql`(select ${endpointJson} from ${webhookEndpoints} where ${isEndpointOf(ownerId, id)})`;

/** The id of the owner's endpoint with this URL, or null: a field of the facts. */
export const endpointAt = (ownerId: number, url: string): SQL<number | null> =>
  sql`(select ${idColumn}::float8 from ${ofOwner(ownerId)} and ${urlColumn} = ${url} order by ${idColumn} limit 1)`;

/** The number of endpoints of the owner: a field of the facts. */
export const endpointCount = (ownerId: number): SQL<number> => sql`(select count(*)::int from ${ofOwner(ownerId)})`;

export interface NewEndpoint extends EndpointRecord {
  readonly ownerId: number;
  readonly sealedSecret: Uint8Array;
}

/** Inserts an endpoint. The row of the owner is locked first, so that parallel inserts do not exceed the limit. */
export const insertEndpoint = (endpoint: NewEndpoint, limit: number, at: Date): SQLWrapper[] => [
  sql`select from ${users} where ${users.id} = ${endpoint.ownerId} for no key update`,
  guard(sql`${endpointAt(endpoint.ownerId, endpoint.url)} is null`, 'VERSION_CONFLICT'),
  build.insert(webhookEndpoints).values({
    id: endpoint.id,
    ownerId: endpoint.ownerId,
    url: endpoint.url,
    description: endpoint.description,
    kinds: endpoint.kinds,
    sealedSecret: endpoint.sealedSecret,
    createdAt: at,
    updatedAt: at,
  }),
  guard(sql`(select count(*) <= ${limit} from ${ofOwner(endpoint.ownerId)})`, limitCode('webhook_endpoints')),
];

export interface EndpointsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * The endpoints of an owner, newest first. A cursor that was never an endpoint of theirs is INVALID_CURSOR. The pair is compared as a
 * whole, as in the lists of assignments.
 */
export function endpointsPage(
  ownerId: number,
  { limit, cursor }: EndpointsPage,
): Query<{ readonly endpoint: EndpointRecord }> {
  const own = sql`${webhookEndpoints} where ${idColumn} = ${cursor ?? null} and ${ownerColumn} = ${ownerId}`;
  return select(
    { endpoint: endpointJson },
    sql`from ${webhookEndpoints}
      where ${deletedAt} is null and ${ownerColumn} >= ${ownerId}
        and (${ownerColumn}, ${idColumn}) < (${ownerId}, ${cursor ?? largestId})
        ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${ownerColumn} desc, ${idColumn} desc limit ${limit + 1}`,
  );
}

/** Deletes the endpoint and cancels its pending messages. It is null when the owner has no such endpoint. */
export async function deleteEndpoint(db: Db, ownerId: number, id: number, at: Date): Promise<EndpointRecord | null> {
  const deletion = build
    .update(webhookEndpoints)
    .set({ deletedAt: at, updatedAt: at })
    .where(isEndpointOf(ownerId, id))
    .getSQL();
  const deleted = await maybe(
    db,
    query(
      { endpoint: endpointJson },
      (columns) => sql`
        with gone as (${deletion} returning *), cancelled as (${cancelPending('the endpoint was deleted', at)})
        select ${columns} from gone ${webhookEndpoints}`,
    ),
  );
  return deleted?.endpoint ?? null;
}

/** Enables a disabled endpoint, and resets its failures. */
export const enableEndpoint = (id: number, at: Date): SQL =>
  changesOne(
    build
      .update(webhookEndpoints)
      .set({
        status: 'ENABLED',
        disabledAt: null,
        failingSince: null,
        failures: 0,
        backoffUntil: null,
        updatedAt: at,
      })
      .where(and(eq(idColumn, id), eq(webhookEndpoints.status, 'DISABLED'), isNull(deletedAt))),
  );

/** Deletes the rows of endpoints that were deleted before then and have no messages left. Gives the number of rows. */
export async function sweepEndpoints(db: Db, before: Date, limit: number): Promise<number> {
  const swept = await db.read(
    query(
      { id: idColumn },
      (columns) => sql`
        delete from ${webhookEndpoints} where ${idColumn} in (
          select ${idColumn} from ${webhookEndpoints}
          where ${deletedAt} < ${before} and not exists (select from ${messages} where ${messages.endpointId} = ${idColumn})
          order by ${deletedAt} limit ${limit}) returning ${columns}`,
    ),
  );
  return swept.length;
}
