import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import {
  available,
  type BatchLease,
  type Held,
  isAvailable,
  isHeld,
  type Leasable,
  type Lease,
  leaseDue,
  leaseOne,
  release,
} from '../leases.ts';
import { build, json, type Query, query, type RowOf } from '../query.ts';
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

/** For one attempt to send it. */
const sendable: Leasable<typeof messages> = { table: messages, id: idColumn, leasedUntil: dueColumn };

/** For its way through the queue. */
const queueable: Leasable = {
  table: messages,
  id: idColumn,
  leasedUntil: queuedUntil,
  availableAt: sql`coalesce(${queuedUntil}, ${dueColumn})`,
};

const isPending = sql`${statusColumn} = 'PENDING'`;

/**
 * Leases a due message to the caller. No row when the message is not due, has ended or is leased by another sender. A message without
 * attempts left, whose last sender crashed, ends here.
 */
export function messageLease(id: number, lease: Lease, maxAttempts: number): Query<LeasedMessage> {
  const ending = build
    .update(messages)
    .set({
      status: 'FAILED',
      dueAt: null,
      endedAt: lease.at,
      lastError: sql`coalesce(${messages.lastError}, 'the results of the attempts are unknown')`,
    })
    .where(
      sql`${idColumn} = ${id} and ${isPending} and ${isAvailable(sendable, lease.at)} and ${attempts} >= ${maxAttempts}`,
    );
  const leasing = leaseOne(sendable, id, lease, {
    condition: hasAttempts(maxAttempts),
    changes: { attempts: sql`${attempts} + 1`, queuedUntil: null },
  });
  return query(
    leasedFields,
    (columns) => sql`
      with ended as (${ending.getSQL()}), leased as (${leasing} returning *)
      select ${columns} from leased ${messages} join ${users} on ${users.id} = ${messages.recipientId}`,
  );
}

const hasAttempts = (maxAttempts: number): SQL => sql`${isPending} and ${attempts} < ${maxAttempts}`;

/** A condition on a message: `messageLease` leases it. */
export const isSendable = ({ at }: Lease, maxAttempts: number): SQL =>
  sql`${hasAttempts(maxAttempts)} and ${isAvailable(sendable, at)}`;

export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
}

const resultOf = ({ status, error }: Attempt) => ({ lastStatus: status, lastError: sql`left(${error}, 200)` });

/** Ends the message. This and the following release its lease: the late outcome of an older lease changes nothing. */
export const endMessage = (
  lease: Held,
  ending: 'DELIVERED' | 'FAILED' | 'CANCELLED',
  attempt: Attempt,
  at: Date,
): SQLWrapper =>
  build
    .update(messages)
    .set({ status: ending, dueAt: null, endedAt: at, ...resultOf(attempt) })
    .where(isHeld(sendable, lease));

/** Schedules the next attempt after a failed one. */
export const delayMessage = (lease: Held, attempt: Attempt, dueAt: Date): SQLWrapper =>
  build
    .update(messages)
    .set({ dueAt, requestedAt: null, ...resultOf(attempt) })
    .where(isHeld(sendable, lease));

/** Schedules an attempt again that was not made. */
export const postponeMessage = (lease: Held, dueAt: Date): SQLWrapper =>
  build
    .update(messages)
    .set({ dueAt, requestedAt: null, attempts: sql`${attempts} - 1` })
    .where(isHeld(sendable, lease));

/** Leases the messages that are due and not queued, oldest first. The caller queues them. */
export function leaseDueMessages(db: Db, lease: BatchLease): Promise<MessageRef[]> {
  const due = sql`select ${idColumn} from ${messages} where ${isPending} and ${available(queueable, lease)}`;
  const leasing = leaseDue(queueable, due, sql`${lease.leasedUntil}::timestamptz`);
  return db.read(
    query(
      refFields,
      (columns) => sql`
        with leased as (${leasing} returning ${idColumn}, ${messages.channel}, ${dueColumn})
        select ${columns} from leased ${messages} order by ${dueColumn}, ${idColumn}`,
    ),
  );
}

/** Releases messages that the queue did not accept, so that the next run leases them. */
export const releaseMessages = (db: Db, refs: readonly MessageRef[], lease: Lease): Promise<void> =>
  release(
    db,
    queueable,
    refs.map(({ id }) => ({ id, dueAt: null })),
    lease,
  );
