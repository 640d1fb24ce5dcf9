import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, insertSelect, json, one, type Query, query, type RowOf, select, type TypeOf } from '../query.ts';
import type { ParametersOf } from '../statements.ts';
import { storedRead, storedUpdate } from '../stored.ts';
import { assignmentEvents, placementAssignments } from '../tables/assignments.ts';
import { messages, outbox } from '../tables/notifications.ts';
import { type MessageRef, refFields } from './messages.ts';
import { partyOf } from './recipients.ts';

const eventJson = json({
  outboxId: outbox.id,
  eventId: assignmentEvents.id,
  seq: assignmentEvents.seq,
  kind: assignmentEvents.kind,
  actor: assignmentEvents.actor,
  at: assignmentEvents.at,
  data: assignmentEvents.data,
  assignmentId: placementAssignments.id,
  orderId: placementAssignments.orderId,
  type: placementAssignments.type,
  quantity: placementAssignments.quantity,
  base: placementAssignments.base,
  creatorFee: placementAssignments.creatorFee,
  dueAt: placementAssignments.dueAt,
  acceptBy: placementAssignments.acceptBy,
  approveBy: placementAssignments.approveBy,
  changesRequestedAt: placementAssignments.changesRequestedAt,
  advertiser: partyOf(placementAssignments.advertiserId, assignmentEvents.kind),
  creator: partyOf(placementAssignments.creatorId, assignmentEvents.kind),
});

/** An event of an assignment whose parties are to be notified, with the fields that notifications need. Amounts are minor units as text. */
export type NotifiedEvent = TypeOf<typeof eventJson>;

/** The events of assignments whose parties were not notified yet, the oldest first. */
export const waitingEvents = storedRead(
  'waiting_events',
  ['limit'],
  ({ limit }: ParametersOf<{ readonly limit: number }>) => {
    const waiting = sql`select ${outbox.id}, ${outbox.payload} from ${outbox}
      where ${outbox.deliveredAt} is null and ${outbox.topic} = 'assignment' order by ${outbox.id} limit ${limit}`;
    return select(
      { event: eventJson },
      sql`from (${waiting}) ${outbox}
        join ${assignmentEvents} on ${assignmentEvents.id} = (${outbox.payload}->>'eventId')::bigint
        join ${placementAssignments} on ${placementAssignments.id} = ${assignmentEvents.assignmentId}
        order by ${outbox.id}`,
    );
  },
);

type MessageFields = 'channel' | 'recipientId' | 'endpointId' | 'eventId' | 'kind' | 'body';

/** A message that a row of the outbox causes. */
export interface NewMessage extends Pick<typeof messages.$inferSelect, MessageFields> {
  readonly outboxId: number;
}

/**
 * Marks these rows of the outbox as delivered, and inserts the messages of exactly the rows that it marked, so that runs which overlap
 * insert each message once. Gives the inserted messages.
 */
export const insertMessages = (
  outboxIds: readonly number[],
  messages: readonly NewMessage[],
  at: Date,
): Query<MessageRef> => insertStored({ outboxIds, messages: JSON.stringify(messages), at });

interface Given {
  readonly outboxIds: readonly number[];
  /** JSON of NewMessage. */
  readonly messages: string;
  readonly at: Date;
}

const insertStored = storedUpdate('insert_messages', ['outboxIds', 'messages', 'at'], insertGiven);

function insertGiven({ outboxIds, messages: given, at }: ParametersOf<Given>): Query<MessageRef> {
  const marking = build
    .update(outbox)
    .set({ deliveredAt: at })
    .from(sql`waiting`)
    .where(sql`${outbox.id} = waiting.id`);
  const insert = insertSelect(
    messages,
    {
      channel: sql`given.channel`,
      recipientId: sql`given."recipientId"`,
      endpointId: sql`given."endpointId"`,
      eventId: sql`given."eventId"`,
      kind: sql`given.kind`,
      body: sql`given.body`,
      dueAt: sql`${at}::timestamptz`,
      createdAt: sql`${at}::timestamptz`,
    },
    sql`from json_to_recordset(${given}::json) as given("outboxId" bigint, channel text, "recipientId" bigint,
        "endpointId" bigint, "eventId" bigint, kind text, body text)
      join marked on marked.id = given."outboxId"
      order by given."eventId"`,
  );
  return query(
    refFields,
    (columns) => sql`
      with waiting as (
        select ${outbox.id} from ${outbox}
        where ${outbox.id} = any (${outboxIds}::bigint[]) and ${outbox.deliveredAt} is null
        order by ${outbox.id} for update skip locked
      ), marked as (${marking.getSQL()} returning ${outbox.id})
      ${insert} on conflict do nothing returning ${columns}`,
  );
}

const sweptFields = {
  outbox: sql<number>`(select count(*)::int from swept_rows)`,
  messages: sql<number>`(select count(*)::int from swept_messages)`,
};

/** Deletes delivered rows of the outbox and ended messages from before then, at most `limit` of each, and gives their numbers. */
export const sweepOutbox = (db: Db, before: Date, limit: number): Promise<RowOf<typeof sweptFields>> =>
  one(
    db,
    query(
      sweptFields,
      (columns) => sql`
        with old_rows as (
          select ${outbox.id} from ${outbox} where ${outbox.deliveredAt} is not null and ${outbox.createdAt} < ${before}
          order by ${outbox.createdAt} limit ${limit} for update skip locked
        ), old_messages as (
          select ${messages.id} from ${messages} where ${messages.status} <> 'PENDING' and ${messages.createdAt} < ${before}
          order by ${messages.createdAt} limit ${limit} for update skip locked
        ), swept_rows as (delete from ${outbox} using old_rows where ${outbox.id} = old_rows.id returning 1),
        swept_messages as (delete from ${messages} using old_messages where ${messages.id} = old_messages.id returning 1)
        select ${columns}`,
    ),
  );
