import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { MessageRef, OutgoingMessage } from '../schema/messages.ts';
import type { Recipient } from '../schema/outbox-records.ts';
import { array, type Db } from './client.ts';

export interface ClaimedMessage extends OutgoingMessage {
  readonly recipient: Recipient;
  /** Tells this claim from any other of the message. */
  readonly leasedUntil: Date;
}

/** The fields of a Recipient, for json_build_object; `u` is the row of the user. */
export const recipientColumns = sql`'email', u.email, 'isEmailVerified', u.email_verified,
  'isExternal', u.external_subject is not null, 'isSuspended', u.suspended_at is not null`;

export interface Claim {
  readonly at: Date;
  readonly until: Date;
  readonly mostAttempts: number;
}

/**
 * The message, if it is due, is the caller's alone until then; null when it is not due, ended, or somebody else's. One that was
 * tried as often as may be, and whose last sender died, ends here.
 */
export async function claimMessage(
  db: Db,
  id: number,
  { at, until, mostAttempts }: Claim,
): Promise<ClaimedMessage | null> {
  const due = sql`id = ${id} and status = 'PENDING' and due_at <= ${at}`;
  const [claimed] = await db.rows<ClaimedMessage>(
    sql`with worn as (
          update messages set status = 'FAILED', due_at = null, ended_at = ${at},
            last_error = coalesce(last_error, 'nobody knows what came of the attempts')
          where ${due} and attempts >= ${mostAttempts}
        ), claimed as (
          update messages set attempts = attempts + 1, due_at = ${until}, queued_until = null where ${due} and attempts < ${mostAttempts} returning *)
        select m.id::float8 as id, m.channel, m.kind, m.body, m.created_at as "createdAt", m.recipient_id::float8 as "recipientId",
          m.endpoint_id::float8 as "endpointId", m.attempts, m.due_at as "leasedUntil", json_build_object(${recipientColumns}) as recipient
        from claimed m join users u on u.id = m.recipient_id`,
  );
  return claimed ?? null;
}

type Claimed = Pick<ClaimedMessage, 'id' | 'leasedUntil'>;

/** The row, while the claim stands: who comes late with what came of an older claim changes nothing. */
const held = ({ id, leasedUntil }: Claimed): SQL => sql`id = ${id} and status = 'PENDING' and due_at = ${leasedUntil}`;

export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
}

/** The message has ended. */
export const endMessage = (
  claimed: Claimed,
  ending: 'DELIVERED' | 'FAILED' | 'CANCELLED',
  { status, error }: Attempt,
  at: Date,
): SQL =>
  sql`update messages set status = ${ending}, due_at = null, ended_at = ${at}, last_status = ${status}, last_error = left(${error}, 200)
      where ${held(claimed)}`;

/** The message is tried again at that time. */
export const delayMessage = (claimed: Claimed, { status, error }: Attempt, dueAt: Date): SQL =>
  sql`update messages set due_at = ${dueAt}, asked_at = null, last_status = ${status}, last_error = left(${error}, 200) where ${held(claimed)}`;

/** The message was not tried, and is at that time. */
export const postponeMessage = (claimed: Claimed, dueAt: Date): SQL =>
  sql`update messages set due_at = ${dueAt}, asked_at = null, attempts = attempts - 1 where ${held(claimed)}`;

export interface Queueing {
  /** Due since then. */
  readonly since: Date;
  /** No other run takes them before that. */
  readonly until: Date;
  readonly most: number;
}

/** Messages that are due and that no run has taken for the queue, as far as is noted, are the caller's to enqueue, the oldest first. */
export const takeDue = (db: Db, { since, until, most }: Queueing): Promise<MessageRef[]> =>
  db.rows<MessageRef>(sql`
    with due as (
      select id from messages where status = 'PENDING' and coalesce(queued_until, due_at) <= ${since}
      order by coalesce(queued_until, due_at) limit ${most} for update skip locked
    ), taken as (
      update messages m set queued_until = ${until} from due where m.id = due.id returning m.id, m.channel, m.due_at
    )
    select id::float8 as id, channel from taken order by due_at, id`);

/** They did not get into the queue: the next run takes them. */
export const leaveDue = (ids: readonly number[]): SQL =>
  sql`update messages set queued_until = null where id = any (${array(ids)}::bigint[])`;
