import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from './client.ts';

/** How many messages are cancelled at once. */
export const mostCancelled = 1_000;

/**
 * What was on its way to the endpoint that `gone` names is sent no more, as far as one statement goes: the sender cancels the
 * rest, each when it is due.
 */
export const cancelPending = (reason: string, at: Date, besides = 0): SQL => sql`
  update messages set status = 'CANCELLED', due_at = null, last_error = ${reason}, ended_at = ${at}::timestamptz
  where status = 'PENDING' and id = any (array(
    select id from messages where endpoint_id = (select id from gone) and status = 'PENDING' and id <> ${besides} limit ${mostCancelled}))`;

/** Whom a message is for, as it stands when it is to be sent. */
export interface Receiver {
  readonly ownerId: number;
  readonly url: string;
  readonly sealedSecret: Uint8Array;
  /** The one before, while it signs too. */
  readonly previousSealedSecret: Uint8Array | null;
  readonly isEnabled: boolean;
  readonly isDeleted: boolean;
  readonly isOwnerSuspended: boolean;
  readonly failingSince: Date | null;
  readonly failures: number;
  /** Null: it may be called now. */
  readonly restsUntil: Date | null;
}

export interface Turn {
  readonly at: Date;
  /** While the endpoint is failing, nobody else calls it until then. */
  readonly until: Date;
  /** A test comes though the endpoint rests. */
  readonly isTest: boolean;
}

/** The endpoint, and whether the caller is whom it may be called by now: after a failure one call in each rest is made, by whoever is first. */
export async function takeTurn(db: Db, endpointId: number, { at, until, isTest }: Turn): Promise<Receiver | null> {
  const [row] = await db.rows<Unsealable>(sql`
    with turn as (
      update webhook_endpoints set resting_until = ${until}::timestamptz
      where id = ${endpointId} and failures > 0 and not ${isTest}::boolean and (resting_until is null or resting_until <= ${at})
      returning 1
    )
    select w.owner_id::float8 as "ownerId", w.url, encode(w.sealed_secret, 'hex') as sealed,
      case when w.previous_secret_expires_at > ${at} then encode(w.previous_sealed_secret, 'hex') end as previous, w.status = 'ENABLED' as "isEnabled",
      w.deleted_at is not null as "isDeleted", u.suspended_at is not null as "isOwnerSuspended", w.failing_since as "failingSince",
      w.failures, case when ${isTest}::boolean or w.failures = 0 or exists (select from turn) then null
        when w.resting_until > ${at} then w.resting_until else ${until}::timestamptz end as "restsUntil"
    from webhook_endpoints w join users u on u.id = w.owner_id where w.id = ${endpointId}`);
  if (!row) return null;
  const { sealed, previous, ...rest } = row;
  return { ...rest, sealedSecret: bytesOf(sealed), previousSealedSecret: previous === null ? null : bytesOf(previous) };
}

/** A receiver as the database writes it: the sealed secrets in hexadecimal. */
type Unsealable = Omit<Receiver, 'sealedSecret' | 'previousSealedSecret'> & {
  readonly sealed: string;
  readonly previous: string | null;
};

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** A call has succeeded: the endpoint is well. */
export const noteSuccess = (endpointId: number, at: Date): SQL =>
  sql`update webhook_endpoints set last_succeeded_at = greatest(last_succeeded_at, ${at}), failing_since = null, failures = 0,
        resting_until = null, updated_at = ${at} where id = ${endpointId}`;

export interface Failure {
  readonly beganAt: Date;
  /** In a row, this one included. */
  readonly failures: number;
  readonly restingUntil: Date;
}

/** None has succeeded since the call began that is at hand. */
const noneSince = (beganAt: Date): SQL => sql`(last_succeeded_at is null or last_succeeded_at < ${beganAt})`;

/** A call has failed, and the endpoint rests; unless another has succeeded since this one began. */
export const noteFailure = (endpointId: number, { beganAt, failures, restingUntil }: Failure): SQL =>
  sql`update webhook_endpoints set failing_since = coalesce(failing_since, ${beganAt}), failures = greatest(failures, ${failures}),
        resting_until = greatest(resting_until, ${restingUntil}), updated_at = ${beganAt}
      where id = ${endpointId} and ${noneSince(beganAt)}`;

export interface Disabling {
  readonly endpointId: number;
  /** The message whose call was the last one: how it ends is noted by whoever sends it. */
  readonly messageId: number;
  /** It is disabled only if it has failed since just then; null: in any case. */
  readonly failingSince: Date | null;
  /** The mail that tells its owner; null where no mail is sent. */
  readonly mail: string | null;
}

const disabledReason = 'the endpoint was disabled';

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
      where id = ${endpointId} and status = 'ENABLED' and deleted_at is null and ${noneSince(at)}
        and (${failingSince}::timestamptz is null or failing_since = ${failingSince}::timestamptz) returning id, owner_id
    ), cancelled as (${cancelPending(disabledReason, at, messageId)}
    ), told as (
      insert into messages (channel, recipient_id, kind, body, due_at, created_at)
      select 'MAIL', owner_id, 'webhook.disabled', ${mail}::text, ${at}::timestamptz, ${at}::timestamptz from gone where ${mail}::text is not null
      returning id
    )
    select (select id from told)::float8 as "mailId" from gone`);
  return row ?? null;
}

/** Some more of what was on its way to an endpoint that was disabled at that time, and is still, is cancelled; true when there may be more. */
export async function cancelMore(db: Db, { endpointId, messageId }: Disabling, at: Date): Promise<boolean> {
  const cancelled = await db.rows(sql`
    with gone as (select id from webhook_endpoints where id = ${endpointId} and disabled_at = ${at})
    ${cancelPending(disabledReason, at, messageId)} returning 1`);
  return cancelled.length === mostCancelled;
}
