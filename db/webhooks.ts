import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { DeliveryView, EndpointRecord } from '../schema/webhooks.ts';
import { array, cursorGuard, type Db } from './client.ts';

/** An endpoint as json in the shape of EndpointRecord; `w` is its row. */
const endpointJson = sql`json_build_object('id', w.id, 'url', w.url, 'kinds', w.kinds, 'description', w.description,
  'status', w.status, 'failingSince', iso(w.failing_since), 'disabledAt', iso(w.disabled_at), 'createdAt', iso(w.created_at))`;

/** A message as json in the shape of DeliveryView; `m` is its row. */
const deliveryJson = sql`json_build_object('id', m.id, 'kind', m.kind, 'eventId', m.event_id, 'status', m.status,
  'attempts', m.attempts, 'lastStatus', m.last_status, 'lastError', m.last_error, 'nextAttemptAt', iso(m.due_at),
  'createdAt', iso(m.created_at), 'endedAt', iso(m.ended_at))`;

const owned = (ownerId: number, id: number): SQL =>
  sql`w.id = ${id} and w.owner_id = ${ownerId} and w.deleted_at is null`;

/** The endpoint of this owner, or null: a column of the facts. */
export const endpointOf = (ownerId: number, id: number): SQL =>
  sql`(select ${endpointJson} from webhook_endpoints w where ${owned(ownerId, id)})`;

/** What was sent or is to be sent to an endpoint, or null: a column of the facts. */
export const deliveryOf = (endpointId: number, id: number): SQL =>
  sql`(select ${deliveryJson} from messages m where m.id = ${id} and m.endpoint_id = ${endpointId})`;

/** How many endpoints the owner has: a column of the facts. */
export const endpointCount = (ownerId: number): SQL =>
  sql`(select count(*)::int from webhook_endpoints where owner_id = ${ownerId} and deleted_at is null)`;

export interface NewEndpoint extends EndpointRecord {
  readonly ownerId: number;
  readonly sealedSecret: Uint8Array;
}

/** The row of the owner is locked first, so that of parallel inserts none passes the limit. */
export const addEndpoint = (endpoint: NewEndpoint, most: number, at: Date): SQL[] => [
  sql`select from users where id = ${endpoint.ownerId} for no key update`,
  sql`insert into webhook_endpoints (id, owner_id, url, description, kinds, sealed_secret, created_at, updated_at)
      values (${endpoint.id}, ${endpoint.ownerId}, ${endpoint.url}, ${endpoint.description},
              ${endpoint.kinds && array(endpoint.kinds)}, ${endpoint.sealedSecret}, ${at}, ${at})`,
  sql`select guard((select count(*) <= ${most} from webhook_endpoints
        where owner_id = ${endpoint.ownerId} and deleted_at is null), 'INVALID_STATE')`,
];

interface EndpointsPage {
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** The owner's endpoints, newest first; a cursor that was never among them is INVALID_CURSOR. */
export const endpointsPage = (ownerId: number, { limit, cursor }: EndpointsPage): SQL => sql`
  select ${endpointJson} as endpoint from webhook_endpoints w where w.owner_id = ${ownerId} and w.deleted_at is null
    ${cursor === undefined ? sql`` : sql`and w.id < ${cursor} and ${cursorGuard(sql`webhook_endpoints where id = ${cursor} and owner_id = ${ownerId}`)}`}
  order by w.id desc limit ${limit + 1}`;

export interface DeliveryRow {
  readonly delivery: DeliveryView | null;
}

export interface DeliveriesPage extends EndpointsPage {
  readonly id: number;
  readonly status?: string | undefined;
}

/**
 * What was sent or is to be sent to an endpoint, newest first: no row when there is no such endpoint of this owner, a row without a
 * delivery when the page is empty; a cursor that was never in it is INVALID_CURSOR.
 */
export const deliveriesPage = (ownerId: number, { id, limit, cursor, status }: DeliveriesPage): SQL => {
  const own = sql`messages where id = ${cursor ?? null} and endpoint_id = ${id}`;
  const after = cursor === undefined ? sql`` : sql`and m.id < ${cursor} and ${cursorGuard(own)}`;
  return sql`
    select case when m.id is not null then ${deliveryJson} end as delivery
    from webhook_endpoints w
    left join lateral (
      select * from messages m where m.channel = 'WEBHOOK' and m.endpoint_id = w.id
        ${status === undefined ? sql`` : sql`and m.status = ${status}`} ${after}
      order by m.id desc limit ${limit + 1}) m on true
    where ${owned(ownerId, id)} order by m.id desc`;
};

/** What was on its way to the endpoints that `gone` names is sent no more. */
const cancelPending = (reason: string, at: Date, besides = 0): SQL => sql`
  update messages set status = 'CANCELLED', due_at = null, last_error = ${reason}, ended_at = ${at}::timestamptz
  where endpoint_id in (select id from gone) and status = 'PENDING' and id <> ${besides}`;

/** The endpoint is gone, with what was on its way to it; null when the owner has no such endpoint. */
export async function deleteEndpoint(db: Db, ownerId: number, id: number, at: Date): Promise<EndpointRecord | null> {
  const [row] = await db.rows<{ endpoint: EndpointRecord }>(sql`
    with gone as (
      update webhook_endpoints w set deleted_at = ${at}::timestamptz, updated_at = ${at}::timestamptz where ${owned(ownerId, id)} returning *
    ), cancelled as (${cancelPending('the endpoint was deleted', at)})
    select ${endpointJson} as endpoint from gone w`);
  return row?.endpoint ?? null;
}

/** The endpoint is called again, if it was not: what failed before is forgotten. */
export const enableEndpoint = (id: number, at: Date): SQL => sql`
  with changed as (
    update webhook_endpoints set status = 'ENABLED', disabled_at = null, failing_since = null, updated_at = ${at}
    where id = ${id} and status = 'DISABLED' and deleted_at is null returning 1)
  select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

export interface NewTest {
  readonly id: number;
  readonly endpointId: number;
  readonly ownerId: number;
  readonly kind: string;
  readonly body: string;
}

/** A message that no event is the cause of. */
export const addTest = ({ id, endpointId, ownerId, kind, body }: NewTest, at: Date): SQL => sql`
  insert into messages (id, channel, recipient_id, endpoint_id, kind, body, due_at, created_at)
  values (${id}, 'WEBHOOK', ${ownerId}, ${endpointId}, ${kind}, ${body}, ${at}, ${at})`;

/** The message is to be sent at once, as if it had never been tried. */
export const sendAgain = (id: number, at: Date): SQL => sql`
  update messages set status = 'PENDING', attempts = 0, due_at = ${at}, ended_at = null where id = ${id}`;

/** Whom a message is for, as it stands when it is to be sent. */
export interface Receiver {
  readonly ownerId: number;
  readonly url: string;
  readonly sealedSecret: Uint8Array;
  readonly isEnabled: boolean;
  readonly isDeleted: boolean;
  readonly isOwnerSuspended: boolean;
  readonly failingSince: Date | null;
}

export async function readReceiver(db: Db, endpointId: number): Promise<Receiver | null> {
  const [row] = await db.rows<Omit<Receiver, 'sealedSecret'> & { sealed: string }>(sql`
    select w.owner_id::float8 as "ownerId", w.url, encode(w.sealed_secret, 'hex') as sealed, w.status = 'ENABLED' as "isEnabled",
      w.deleted_at is not null as "isDeleted", u.suspended_at is not null as "isOwnerSuspended", w.failing_since as "failingSince"
    from webhook_endpoints w join users u on u.id = w.owner_id where w.id = ${endpointId}`);
  if (!row) return null;
  const { sealed, ...rest } = row;
  return { ...rest, sealedSecret: Uint8Array.from(Buffer.from(sealed, 'hex')) };
}

/** A call has succeeded, or the first since the last success has failed. */
export const noteCall = (endpointId: number, hasSucceeded: boolean, at: Date): SQL =>
  hasSucceeded
    ? sql`update webhook_endpoints set failing_since = null, updated_at = ${at} where id = ${endpointId} and failing_since is not null`
    : sql`update webhook_endpoints set failing_since = ${at}, updated_at = ${at} where id = ${endpointId} and failing_since is null`;

export interface Disabling {
  readonly endpointId: number;
  /** The message whose call was the last one: how it ends is noted by whoever sends it. */
  readonly messageId: number;
  /** It is disabled only if it has failed since just then; null: in any case. */
  readonly failingSince: Date | null;
  /** The mail that tells its owner; null where no mail is sent. */
  readonly mail: string | null;
}

/**
 * The endpoint is called no more and what was on its way to it is cancelled, if it was enabled still and no call has succeeded
 * meanwhile; null if not, else the message that tells its owner, if there is one.
 */
export async function disableEndpoint(
  db: Db,
  disabling: Disabling,
  at: Date,
): Promise<{ mailId: number | null } | null> {
  const { endpointId, messageId, failingSince, mail } = disabling;
  const [row] = await db.rows<{ mailId: number | null }>(sql`
    with gone as (
      update webhook_endpoints set status = 'DISABLED', disabled_at = ${at}::timestamptz, updated_at = ${at}::timestamptz,
        failing_since = coalesce(failing_since, ${at}::timestamptz)
      where id = ${endpointId} and status = 'ENABLED' and deleted_at is null
        and (${failingSince}::timestamptz is null or failing_since = ${failingSince}::timestamptz) returning id, owner_id
    ), cancelled as (${cancelPending('the endpoint was disabled', at, messageId)}
    ), told as (
      insert into messages (channel, recipient_id, kind, body, due_at, created_at)
      select 'MAIL', owner_id, 'webhook.disabled', ${mail}::text, ${at}::timestamptz, ${at}::timestamptz from gone where ${mail}::text is not null
      returning id
    )
    select (select id from told)::float8 as "mailId" from gone`);
  return row ?? null;
}
