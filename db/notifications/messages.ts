import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array, type Db } from '../client.ts';
import { build, json, maybe, query, type RowOf } from '../query.ts';
import { users } from '../tables/identity.ts';
import { messages } from '../tables/notifications.ts';
import { recipientFields } from './recipients.ts';

const { id: idColumn, status: statusColumn, attempts, dueAt: dueColumn, queuedUntil } = messages;

/** The id of a message, and the channel that sends it. */
export const refFields = { id: idColumn, channel: messages.channel };
export type MessageRef = RowOf<typeof refFields>;

const leasedFields = {
  ...refFields,
  kind: messages.kind,
  body: messages.body,
  createdAt: messages.createdAt,
  recipientId: messages.recipientId,
  /** Null for an email. */
  endpointId: messages.endpointId,
  /** This attempt included. */
  attempts,
  /** Identifies this lease of the message. */
  leasedUntil: sql<Date>`${dueColumn}`,
  recipient: json(recipientFields),
};

/** A message, leased by a sender for one attempt. */
export type LeasedMessage = RowOf<typeof leasedFields>;

export interface MessageLease {
  readonly at: Date;
  readonly until: Date;
  readonly maxAttempts: number;
}

/**
 * Leases a due message to the caller. Null when the message is not due, has ended or is leased by another sender. A message without
 * attempts left, whose last sender crashed, ends here.
 */
export function leaseMessage(
  db: Db,
  id: number,
  { at, until, maxAttempts }: MessageLease,
): Promise<LeasedMessage | null> {
  const isDue = sql`${idColumn} = ${id} and ${statusColumn} = 'PENDING' and ${dueColumn} <= ${at}`;
  const ending = build
    .update(messages)
    .set({
      status: 'FAILED',
      dueAt: null,
      endedAt: at,
      lastError: sql`coalesce(${messages.lastError}, 'nobody knows what came of the attempts')`,
    })
    .where(sql`${isDue} and ${attempts} >= ${maxAttempts}`);
  const leasing = build
    .update(messages)
    .set({ attempts: sql`${attempts} + 1`, dueAt: until, queuedUntil: null })
    .where(sql`${isDue} and ${attempts} < ${maxAttempts}`);
  return maybe(
    db,
    query(
      leasedFields,
      (columns) => sql`
        with ended as (${ending.getSQL()}), claimed as (${leasing.getSQL()} returning *)
        select ${columns} from claimed ${messages} join ${users} on ${users.id} = ${messages.recipientId}`,
    ),
  );
}

type HeldLease = Pick<LeasedMessage, 'id' | 'leasedUntil'>;

/** A condition: the lease is still held. The late outcome of an older lease changes nothing. */
const isHeld = ({ id, leasedUntil }: HeldLease): SQL =>
  sql`${idColumn} = ${id} and ${statusColumn} = 'PENDING' and ${dueColumn} = ${leasedUntil}`;

export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
}

const resultOf = ({ status, error }: Attempt) => ({ lastStatus: status, lastError: sql`left(${error}, 200)` });

/** Ends the message. */
export const endMessage = (
  lease: HeldLease,
  ending: 'DELIVERED' | 'FAILED' | 'CANCELLED',
  attempt: Attempt,
  at: Date,
): SQLWrapper =>
  build
    .update(messages)
    .set({ status: ending, dueAt: null, endedAt: at, ...resultOf(attempt) })
    .where(isHeld(lease));

/** Schedules the next attempt after a failed one. */
export const delayMessage = (lease: HeldLease, attempt: Attempt, dueAt: Date): SQLWrapper =>
  build
    .update(messages)
    .set({ dueAt, askedAt: null, ...resultOf(attempt) })
    .where(isHeld(lease));

/** Schedules an attempt again that was not made. */
export const postponeMessage = (lease: HeldLease, dueAt: Date): SQLWrapper =>
  build
    .update(messages)
    .set({ dueAt, askedAt: null, attempts: sql`${attempts} - 1` })
    .where(isHeld(lease));

export interface Queueing {
  /** Due since then. */
  readonly since: Date;
  /** No other run leases them before then. */
  readonly until: Date;
  readonly limit: number;
}

const nextQueueing = sql`coalesce(${queuedUntil}, ${dueColumn})`;

/** Leases the messages that are due and not queued, oldest first. The caller queues them. */
export function leaseDueMessages(db: Db, { since, until, limit }: Queueing): Promise<MessageRef[]> {
  const taking = build.update(messages).set({ queuedUntil: until }).from(sql`due`).where(sql`${idColumn} = due.id`);
  return db.read(
    query(
      refFields,
      (columns) => sql`
        with due as (
          select ${idColumn} from ${messages} where ${statusColumn} = 'PENDING' and ${nextQueueing} <= ${since}
          order by ${nextQueueing} limit ${limit} for update skip locked
        ), taken as (${taking.getSQL()} returning ${idColumn}, ${messages.channel}, ${dueColumn})
        select ${columns} from taken ${messages} order by ${dueColumn}, ${idColumn}`,
    ),
  );
}

/** Releases messages that the queue did not accept, so that the next run leases them. */
export const releaseMessages = (ids: readonly number[]): SQLWrapper =>
  build
    .update(messages)
    .set({ queuedUntil: null })
    .where(sql`${idColumn} = any (${array(ids)}::bigint[])`);
