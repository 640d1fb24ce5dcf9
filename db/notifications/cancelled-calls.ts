import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, insertSelect, maybe, query } from '../query.ts';
import { messages, webhookEndpoints } from '../tables/notifications.ts';
import { noSuccessSince } from './endpoint-calls.ts';

/** The CTE of the endpoint that is being disabled or deleted. */
const gone = alias(webhookEndpoints, 'gone');

/** The number of messages that one statement cancels. */
export const maxCancelled = 1_000;

/**
 * Cancels at most `maxCancelled` pending messages of the endpoint that the CTE `gone` names, besides one. The sender cancels the rest
 * when they are due.
 */
export const cancelPending = (reason: string, at: Date, besides = 0): SQL =>
  build
    .update(messages)
    .set({ status: 'CANCELLED', dueAt: null, lastError: reason, endedAt: at })
    .where(
      sql`${messages.status} = 'PENDING' and ${messages.id} = any (array(
        select ${messages.id} from ${messages}
        where ${messages.endpointId} = (select ${gone.id} from gone) and ${messages.status} = 'PENDING'
          and ${messages.id} <> ${besides} limit ${maxCancelled}))`,
    )
    .getSQL();

export interface Disabling {
  readonly endpointId: number;
  /** The message of the last call. Its sender records how it ends. */
  readonly messageId: number;
  /** The endpoint is disabled only if it has failed since exactly then; null: in any case. */
  readonly failingSince: Date | null;
  /** The body of the email to its owner; null where no email is sent. */
  readonly mail: string | null;
}

const disabledReason = 'the endpoint was disabled';

const { id, status, deletedAt, disabledAt, failingSince: failingColumn } = webhookEndpoints;

/**
 * Disables the endpoint and cancels its pending messages. It is null when the endpoint was not enabled any more or a call has succeeded
 * meanwhile, else the id of the email to its owner, if there is one.
 */
export function disableEndpoint(
  db: Db,
  { endpointId, messageId, failingSince, mail }: Disabling,
  at: Date,
): Promise<{ readonly mailId: number | null } | null> {
  const disabling = build
    .update(webhookEndpoints)
    .set({
      status: 'DISABLED',
      disabledAt: at,
      updatedAt: at,
      failingSince: sql`coalesce(${failingColumn}, ${at}::timestamptz)`,
    })
    .where(
      sql`${id} = ${endpointId} and ${status} = 'ENABLED' and ${deletedAt} is null and ${noSuccessSince(at)}
        and (${failingSince}::timestamptz is null or ${failingColumn} = ${failingSince}::timestamptz)`,
    );
  const notifying = insertSelect(
    messages,
    {
      channel: 'MAIL',
      recipientId: gone.ownerId,
      kind: 'webhook.disabled',
      body: sql`${mail}::text`,
      dueAt: sql`${at}::timestamptz`,
      createdAt: sql`${at}::timestamptz`,
    },
    sql`from gone where ${mail}::text is not null`,
  );
  return maybe(
    db,
    query(
      { mailId: sql<number | null>`(select notified.id from notified)::float8` },
      (columns) => sql`
        with gone as (${disabling.getSQL()} returning ${id}, ${webhookEndpoints.ownerId}),
        cancelled as (${cancelPending(disabledReason, at, messageId)}),
        notified as (${notifying} returning ${messages.id})
        select ${columns} from gone`,
    ),
  );
}

/** Cancels more pending messages of an endpoint that was disabled then and still is. It is true when there may be more of them. */
export async function cancelMore(db: Db, { endpointId, messageId }: Disabling, at: Date): Promise<boolean> {
  const cancelled = await db.read(
    query(
      { id: messages.id },
      (columns) => sql`
        with gone as (select ${id} from ${webhookEndpoints} where ${id} = ${endpointId} and ${disabledAt} = ${at})
        ${cancelPending(disabledReason, at, messageId)} returning ${columns}`,
    ),
  );
  return cancelled.length === maxCancelled;
}
