import { eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { testKind } from '../../schema/notifications/webhook-terms.ts';
import type { Db } from '../client.ts';
import { bytesOfHex } from '../hex.ts';
import { atOnceOr, type Leasable, type Lease, leaseOne, release } from '../leases.ts';
import { build, type Query, query, type RowOf } from '../query.ts';
import { users } from '../tables/identity.ts';
import { messages, webhookEndpoints } from '../tables/notifications.ts';
import { isSendable, type LeasedMessage, messageLease } from './messages.ts';

const { id: idColumn, failingSince, lastSucceededAt, failures: failuresColumn, backoffUntil } = webhookEndpoints;

/** A failing endpoint gets one call at a time. Any success ends the backoff, so a call without the lease may release it. */
const callable: Leasable<typeof webhookEndpoints> = {
  table: webhookEndpoints,
  id: idColumn,
  leasedUntil: backoffUntil,
  availableAt: atOnceOr(backoffUntil),
};

const isTest = sql`(select kind = ${testKind} from message)`;

const fieldsOf = ({ at, leasedUntil }: Lease) => ({
  id: idColumn,
  ownerId: webhookEndpoints.ownerId,
  url: webhookEndpoints.url,
  /** In hexadecimal. */
  sealed: sql<string>`encode(${webhookEndpoints.sealedSecret}, 'hex')`,
  /** The previous secret while it signs too. */
  previous: sql<string | null>`case when ${webhookEndpoints.previousSecretExpiresAt} > ${at}
    then encode(${webhookEndpoints.previousSealedSecret}, 'hex') end`,
  isEnabled: sql<boolean>`${webhookEndpoints.status} = 'ENABLED'`,
  isDeleted: sql<boolean>`${webhookEndpoints.deletedAt} is not null`,
  isOwnerSuspended: sql<boolean>`${users.suspendedAt} is not null`,
  failingSince,
  failures: failuresColumn,
  isLeased: sql<boolean>`exists (select from lease)`,
  /** Null when the caller may call it now. */
  backoffUntil: sql<Date | null>`case when ${isTest} or ${failuresColumn} = 0 or exists (select from lease) then null
    when ${backoffUntil} > ${at} then ${backoffUntil} else ${leasedUntil}::timestamptz end`,
});

type ReceiverRow = RowOf<ReturnType<typeof fieldsOf>>;

/** An endpoint as it is when a message is to be sent to it. */
export interface Receiver extends Omit<ReceiverRow, 'sealed' | 'previous'> {
  readonly sealedSecret: Uint8Array;
  readonly previousSealedSecret: Uint8Array | null;
}

/** A message, leased for one attempt. */
export interface LeasedCall {
  readonly message: LeasedMessage;
  /** The endpoint that it is sent to; null for an email, and for an endpoint that has been deleted. */
  readonly receiver: Receiver | null;
}

export interface CallLease {
  /** Of the message. */
  readonly sending: Lease;
  /** Of the endpoint. */
  readonly calling: Lease;
  readonly maxAttempts: number;
}

/**
 * Leases a due message and its endpoint, in one round trip. After failures only the first caller in each backoff gets the lease of the
 * endpoint. A test is sent although the endpoint backs off. The endpoint is locked before the message, as everywhere. Null when the message
 * cannot be leased.
 */
export async function leaseCall(db: Db, messageId: number, lease: CallLease): Promise<LeasedCall | null> {
  const { sending, calling, maxAttempts } = lease;
  const [[found], [message]] = await db.readBoth(
    endpointLease(messageId, lease),
    messageLease(messageId, sending, maxAttempts),
  );
  if (message === undefined) {
    // Another sender has leased the message between the two statements.
    if (found?.isLeased) await release(db, callable, [{ id: found.id, dueAt: calling.at }], calling);
    return null;
  }
  return { message, receiver: found === undefined ? null : receiverOf(found) };
}

function endpointLease(messageId: number, { sending, calling, maxAttempts }: CallLease): Query<ReceiverRow> {
  const condition = sql`${failuresColumn} > 0 and (select is_sendable from message) and not ${isTest}`;
  const leasing = leaseOne(callable, sql`(select endpoint_id from message)`, calling, { condition });
  return query(
    fieldsOf(calling),
    (columns) => sql`
      with message as (
        select ${messages.endpointId}, ${messages.kind}, ${isSendable(sending, maxAttempts)} as is_sendable
        from ${messages} where ${messages.id} = ${messageId}),
      lease as (${leasing} returning 1)
      select ${columns} from ${webhookEndpoints} join ${users} on ${users.id} = ${webhookEndpoints.ownerId}
      where ${idColumn} = (select endpoint_id from message)`,
  );
}

const receiverOf = ({ sealed, previous, ...rest }: ReceiverRow): Receiver => ({
  ...rest,
  sealedSecret: bytesOfHex(sealed),
  previousSealedSecret: previous === null ? null : bytesOfHex(previous),
});

/** Records a successful call: the endpoint has no failures. */
export const recordSuccess = (endpointId: number, at: Date): SQLWrapper =>
  build
    .update(webhookEndpoints)
    .set({
      lastSucceededAt: sql`greatest(${lastSucceededAt}, ${at})`,
      failingSince: null,
      failures: 0,
      backoffUntil: null,
      updatedAt: at,
    })
    .where(eq(idColumn, endpointId));

export interface Failure {
  readonly beganAt: Date;
  /** Consecutive failures, this one included. */
  readonly failures: number;
  readonly backoffUntil: Date;
}

/** A condition: no call has succeeded since then. */
export const noSuccessSince = (beganAt: Date): SQL =>
  sql`(${lastSucceededAt} is null or ${lastSucceededAt} < ${beganAt})`;

/** Records a failed call, and the backoff after it, unless another call has succeeded since this one began. */
export const recordFailure = (endpointId: number, { beganAt, failures, backoffUntil: until }: Failure): SQLWrapper =>
  build
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(${failingSince}, ${beganAt})`,
      failures: sql`greatest(${failuresColumn}, ${failures})`,
      backoffUntil: sql`greatest(${backoffUntil}, ${until})`,
      updatedAt: beganAt,
    })
    .where(sql`${idColumn} = ${endpointId} and ${noSuccessSince(beganAt)}`);
