import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type DeliveryView, type EndpointRecord, mostAsked, testKind } from '../schema/webhooks.ts';
import { array, cursorGuard, type Db } from './client.ts';
import { cancelPending } from './endpoint-calls.ts';
import { limitCode } from './failures.ts';

/** An endpoint as json in the shape of EndpointRecord; `w` is its row. */
const endpointJson = sql`json_build_object('id', w.id, 'url', w.url, 'kinds', w.kinds, 'description', w.description,
  'status', w.status, 'failingSince', iso(w.failing_since), 'disabledAt', iso(w.disabled_at),
  'previousSecretExpiresAt', iso(w.previous_secret_expires_at),
  'createdAt', iso(w.created_at))`;

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

/** The owner's endpoint at this address, or null: a column of the facts. */
export const endpointAt = (ownerId: number, url: string): SQL =>
  sql`(select id::float8 from webhook_endpoints where owner_id = ${ownerId} and url = ${url} and deleted_at is null order by id limit 1)`;

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
  sql`select guard(${endpointAt(endpoint.ownerId, endpoint.url)} is null, 'VERSION_CONFLICT')`,
  sql`insert into webhook_endpoints (id, owner_id, url, description, kinds, sealed_secret, created_at, updated_at)
      values (${endpoint.id}, ${endpoint.ownerId}, ${endpoint.url}, ${endpoint.description},
              ${endpoint.kinds && array(endpoint.kinds)}, ${endpoint.sealedSecret}, ${at}, ${at})`,
  sql`select guard((select count(*) <= ${most} from webhook_endpoints
        where owner_id = ${endpoint.ownerId} and deleted_at is null), ${limitCode('webhook_endpoints')})`,
];

interface EndpointsPage {
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** The owner's endpoints, newest first; a cursor that was never among them is INVALID_CURSOR. */
export const endpointsPage = (ownerId: number, { limit, cursor }: EndpointsPage): SQL => sql`
  select ${endpointJson} as endpoint from webhook_endpoints w
  where w.deleted_at is null and w.owner_id >= ${ownerId} and (w.owner_id, w.id) < (${ownerId}, ${cursor ?? latestId})
    ${cursor === undefined ? sql`` : sql`and ${cursorGuard(sql`webhook_endpoints where id = ${cursor} and owner_id = ${ownerId}`)}`}
  order by w.owner_id desc, w.id desc limit ${limit + 1}`;

// Pairs are compared for the reason that those of assignments are.
const latestId = '9223372036854775807';

/** The delivery, or a row when it may have been one that was swept since: an id that was given out, and that nothing has now. */
const wasInList = (endpointId: number, id: number, status: string | undefined): SQL => sql`(
  select 1 from messages m where m.id = ${id} and m.endpoint_id = ${endpointId}
    ${status === undefined ? sql`` : sql`and (m.status = ${status} or ${status} = 'PENDING' or ${status} = any (m.ended_as))`}
  union all
  select 1 where ${id}::bigint <= pg_sequence_last_value('messages_id_seq'::regclass) and not exists (select from messages where id = ${id})) known`;

export interface DeliveryRow {
  readonly delivery: DeliveryView | null;
}

export interface DeliveriesPage extends EndpointsPage {
  readonly id: number;
  readonly status?: string | undefined;
}

/**
 * What was sent or is to be sent to an endpoint, newest first: no row when there is no such endpoint of this owner, a row without a
 * delivery when the page is empty; a cursor that cannot have been in it is INVALID_CURSOR.
 */
export const deliveriesPage = (ownerId: number, { id, limit, cursor, status }: DeliveriesPage): SQL => {
  const after = cursor === undefined ? sql`` : sql`and ${cursorGuard(wasInList(id, cursor, status))}`;
  return sql`
    select case when m.id is not null then ${deliveryJson} end as delivery
    from webhook_endpoints w
    left join lateral (
      select * from messages m where m.endpoint_id >= ${id} and (m.endpoint_id, m.id) < (${id}, ${cursor ?? latestId})
        ${status === undefined ? sql`` : sql`and m.status = ${status}`} ${after}
      order by m.endpoint_id desc, m.id desc limit ${limit + 1}) m on true
    where ${owned(ownerId, id)} order by m.id desc`;
};

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
    update webhook_endpoints set status = 'ENABLED', disabled_at = null, failing_since = null, failures = 0, resting_until = null,
      updated_at = ${at}
    where id = ${id} and status = 'DISABLED' and deleted_at is null returning 1)
  select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

export interface Rotation {
  readonly sealedSecret: Uint8Array;
  /** Until when the secret that signs now signs too; null: no longer. */
  readonly previousExpiresAt: Date | null;
}

/** From now on the new secret signs, and beside it the one that did until now: one that did so before that is gone. */
export const rotateSecret = (id: number, { sealedSecret, previousExpiresAt }: Rotation, at: Date): SQL => sql`
  with rotated as (
    update webhook_endpoints set sealed_secret = ${sealedSecret}, updated_at = ${at},
      previous_sealed_secret = case when ${previousExpiresAt}::timestamptz is not null then sealed_secret end,
      previous_secret_expires_at = ${previousExpiresAt}::timestamptz
    where id = ${id} and deleted_at is null returning 1)
  select guard((select count(*) from rotated) = 1, 'VERSION_CONFLICT')`;

export interface SealedSecrets {
  readonly id: number;
  readonly ownerId: number;
  /** In hexadecimal. */
  readonly sealed: string;
  readonly previous: string | null;
}

/** What is sealed for endpoints that may be called again, in the order of their ids. */
export const sealedSecrets = (db: Db, after: number, most: number): Promise<SealedSecrets[]> =>
  db.rows<SealedSecrets>(sql`
    select id::float8 as id, owner_id::float8 as "ownerId", encode(sealed_secret, 'hex') as sealed,
      encode(previous_sealed_secret, 'hex') as previous
    from webhook_endpoints where id > ${after} and deleted_at is null order by id limit ${most}`);

export interface SealedAnew extends Omit<SealedSecrets, 'ownerId'> {
  readonly was: string;
}

/** Each endpoint whose secret is still what it was has the same sealed otherwise. */
export const keepSealedAnew = (anew: readonly SealedAnew[]): SQL => sql`
  update webhook_endpoints w set sealed_secret = decode(n.sealed, 'hex'),
    previous_sealed_secret = case when w.previous_sealed_secret is not null then coalesce(decode(n.previous, 'hex'), w.previous_sealed_secret) end
  from json_to_recordset(${JSON.stringify(anew)}::json) as n (id bigint, was text, sealed text, previous text)
  where w.id = n.id and w.sealed_secret = decode(n.was, 'hex')`;

/** Secrets that sign no more are gone; how many. One that a rotation puts there meanwhile stays. */
export async function forgetSecrets(db: Db, at: Date, most: number): Promise<number> {
  const forgotten = await db.rows(sql`
    update webhook_endpoints set previous_sealed_secret = null, previous_secret_expires_at = null where id = any (array(
      select id from webhook_endpoints where previous_secret_expires_at <= ${at}
      order by previous_secret_expires_at limit ${most})) and previous_secret_expires_at <= ${at} returning 1`);
  return forgotten.length;
}

export interface NewTest {
  readonly id: number;
  readonly endpointId: number;
  readonly ownerId: number;
  readonly body: string;
}

/** How many tests, or else replays, of the endpoint are waiting for their call or in it: a column of the facts. */
export const pendingAsked = (endpointId: number, isTest: boolean): SQL =>
  sql`(select count(*)::int from messages where endpoint_id = ${endpointId} and status = 'PENDING' and asked_at is not null
        and (kind = ${testKind}) = ${isTest}::boolean)`;

/** INVALID_STATE when more of them than may be are on their way. Whoever asks has locked the row of the endpoint. */
const fewAsked = (endpointId: number, isTest: boolean): SQL =>
  sql`select guard(${pendingAsked(endpointId, isTest)} <= ${mostAsked}, 'INVALID_STATE')`;

/** A message that no event is the cause of. The row of the endpoint is locked first, so that of parallel tests none passes the limit. */
export const addTest = ({ id, endpointId, ownerId, body }: NewTest, at: Date): SQL[] => [
  sql`select from webhook_endpoints where id = ${endpointId} for no key update`,
  sql`insert into messages (id, channel, recipient_id, endpoint_id, kind, body, due_at, asked_at, created_at)
      values (${id}, 'WEBHOOK', ${ownerId}, ${endpointId}, ${testKind}, ${body}, ${at}, ${at}, ${at})`,
  fewAsked(endpointId, true),
];

export interface Replay {
  readonly id: number;
  readonly endpointId: number;
  readonly isTest: boolean;
}

/** The message is to be sent at once, as if it had never been tried, and the endpoint rests no more. */
export const sendAgain = ({ id, endpointId, isTest }: Replay, at: Date): SQL[] => [
  sql`with called as (
        update webhook_endpoints set resting_until = null
        where id = ${endpointId} and status = 'ENABLED' and deleted_at is null returning 1)
      select guard((select count(*) from called) = 1, 'VERSION_CONFLICT')`,
  sql`with changed as (
        update messages set status = 'PENDING', ended_as = array_remove(ended_as, status) || status, attempts = 0, due_at = ${at}, asked_at = ${at},
          queued_until = null, ended_at = null
        where id = ${id} and status <> 'PENDING' returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
  fewAsked(endpointId, isTest),
];

/** Endpoints that were deleted before then, and of whose calls nothing is left, are gone, with address and secret; how many. */
export async function sweepEndpoints(db: Db, before: Date, most: number): Promise<number> {
  const swept = await db.rows(sql`
    delete from webhook_endpoints where id in (
      select w.id from webhook_endpoints w where w.deleted_at < ${before} and not exists (select from messages where endpoint_id = w.id)
      order by w.deleted_at limit ${most}) returning 1`);
  return swept.length;
}
