import { eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { bytesOfHex } from '../hex.ts';
import { atOnceOr, type Leasable, type Lease, leaseOne } from '../leases.ts';
import { build, maybe, query, type RowOf } from '../query.ts';
import { users } from '../tables/identity.ts';
import { webhookEndpoints } from '../tables/notifications.ts';

const { id: idColumn, failingSince, lastSucceededAt, failures: failuresColumn, backoffUntil } = webhookEndpoints;

/** A failing endpoint gets one call at a time. Any success ends the backoff, so a call without the lease may release it. */
const callable: Leasable<typeof webhookEndpoints> = {
  table: webhookEndpoints,
  id: idColumn,
  leasedUntil: backoffUntil,
  availableAt: atOnceOr(backoffUntil),
};

const fieldsOf = ({ at, leasedUntil }: Lease, isTest: boolean) => ({
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
  /** Null when the caller may call it now. */
  backoffUntil: sql<Date | null>`case when ${isTest}::boolean or ${failuresColumn} = 0 or exists (select from lease) then null
    when ${backoffUntil} > ${at} then ${backoffUntil} else ${leasedUntil}::timestamptz end`,
});

type ReceiverRow = RowOf<ReturnType<typeof fieldsOf>>;

/** An endpoint as it is when a message is to be sent to it. */
export interface Receiver extends Omit<ReceiverRow, 'sealed' | 'previous'> {
  readonly sealedSecret: Uint8Array;
  readonly previousSealedSecret: Uint8Array | null;
}

/**
 * Leases the endpoint for a call. After failures only the first caller in each backoff gets the lease. A test is sent although the endpoint
 * backs off.
 */
export async function leaseCall(
  db: Db,
  endpointId: number,
  lease: Lease,
  { isTest }: { readonly isTest: boolean },
): Promise<Receiver | null> {
  const condition = sql`${failuresColumn} > 0 and not ${isTest}::boolean`;
  const found = await maybe(
    db,
    query(
      fieldsOf(lease, isTest),
      (columns) => sql`
        with lease as (${leaseOne(callable, endpointId, lease, { condition })} returning 1)
        select ${columns} from ${webhookEndpoints} join ${users} on ${users.id} = ${webhookEndpoints.ownerId}
        where ${idColumn} = ${endpointId}`,
    ),
  );
  if (!found) return null;
  const { sealed, previous, ...rest } = found;
  return {
    ...rest,
    sealedSecret: bytesOfHex(sealed),
    previousSealedSecret: previous === null ? null : bytesOfHex(previous),
  };
}

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
