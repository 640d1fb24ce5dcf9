import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { MessageRef, OutgoingMessage } from '../schema/messages.ts';
import type { Recipient } from '../schema/outbox-records.ts';
import type { Db } from './client.ts';

export interface ClaimedMessage extends OutgoingMessage {
  readonly recipient: Recipient;
}

/** The fields of a Recipient, for json_build_object; `u` is the row of the user. */
export const recipientColumns = sql`'email', u.email, 'isEmailVerified', u.email_verified,
  'isExternal', u.external_subject is not null, 'isSuspended', u.suspended_at is not null`;

/** The message, if it is due, is the caller's alone until then; null when it is not due, ended, or somebody else's. */
export async function claimMessage(db: Db, id: number, at: Date, until: Date): Promise<ClaimedMessage | null> {
  const [claimed] = await db.rows<ClaimedMessage>(
    sql`with claimed as (
          update messages set attempts = attempts + 1, due_at = ${until}
          where id = ${id} and status = 'PENDING' and due_at <= ${at} returning *)
        select m.id::float8 as id, m.channel, m.kind, m.body, m.created_at as "createdAt", m.recipient_id::float8 as "recipientId",
          m.endpoint_id::float8 as "endpointId", m.attempts, json_build_object(${recipientColumns}) as recipient
        from claimed m join users u on u.id = m.recipient_id`,
  );
  return claimed ?? null;
}

export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
}

/** The message has ended, unless it had. */
export const endMessage = (
  id: number,
  ending: 'DELIVERED' | 'FAILED' | 'CANCELLED',
  { status, error }: Attempt,
  at: Date,
): SQL =>
  sql`update messages set status = ${ending}, due_at = null, ended_at = ${at}, last_status = ${status}, last_error = left(${error}, 200)
      where id = ${id} and status = 'PENDING'`;

/** The message is tried again at that time, unless somebody else has taken it over since this attempt. */
export const delayMessage = (
  { id, attempts }: Pick<OutgoingMessage, 'id' | 'attempts'>,
  { status, error }: Attempt,
  dueAt: Date,
): SQL =>
  sql`update messages set due_at = ${dueAt}, last_status = ${status}, last_error = left(${error}, 200)
      where id = ${id} and attempts = ${attempts} and status = 'PENDING'`;

/** Messages that have been due since then, the oldest first. */
export async function dueMessages(db: Db, since: Date, most: number): Promise<MessageRef[]> {
  return db.rows<MessageRef>(
    sql`select id::float8 as id, channel from messages where status = 'PENDING' and due_at <= ${since} order by due_at limit ${most}`,
  );
}
