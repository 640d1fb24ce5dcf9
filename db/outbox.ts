import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { MessageRef } from '../schema/messages.ts';
import type { NewMessage, ToldEvent } from '../schema/outbox-records.ts';
import { array, type Db } from './client.ts';
import { recipientColumns } from './messages.ts';

/** A party as json in the shape of ToldParty; `e` is the event's row. */
const partyJson = (userId: SQL): SQL => sql`(
  select json_build_object(${recipientColumns}, 'userId', u.id, 'endpointIds', (
    select coalesce(json_agg(w.id order by w.id), '[]') from webhook_endpoints w
    where w.owner_id = u.id and w.status = 'ENABLED' and w.deleted_at is null and (w.kinds is null or e.kind = any (w.kinds))))
  from users u where u.id = ${userId})`;

/** What waits to be told, the oldest first. */
export async function waitingEvents(db: Db, most: number): Promise<ToldEvent[]> {
  const waiting = await db.rows<{ told: ToldEvent }>(sql`
    select json_build_object('outboxId', o.id, 'eventId', e.id, 'seq', e.seq, 'kind', e.kind, 'actor', e.actor, 'at', iso(e.at),
      'data', e.data, 'assignmentId', a.id, 'orderId', a.order_id, 'type', a.type, 'quantity', a.quantity, 'base', a.base::text,
      'creatorFee', a.creator_fee::text, 'dueAt', iso(a.due_at), 'acceptBy', iso(a.accept_by), 'approveBy', iso(a.approve_by),
      'changesRequestedAt', iso(a.changes_requested_at), 'advertiser', ${partyJson(sql`a.advertiser_id`)}, 'creator', ${partyJson(sql`a.creator_id`)}) as told
    from (select id, payload from outbox where delivered_at is null and topic = 'assignment' order by id limit ${most}) o
    join assignment_events e on e.id = (o.payload->>'eventId')::bigint
    join placement_assignments a on a.id = e.assignment_id
    order by o.id`);
  return waiting.map(({ told }) => told);
}

/**
 * Marks these rows of the outbox and makes the messages of exactly those that it marked: runs that overlap leave one another's
 * alone. Gives the messages.
 */
export async function tellOnce(
  db: Db,
  outboxIds: readonly number[],
  messages: readonly NewMessage[],
  at: Date,
): Promise<MessageRef[]> {
  return db.rows<MessageRef>(sql`
    with waiting as (
      select id from outbox where id = any (${array(outboxIds)}::bigint[]) and delivered_at is null order by id for update skip locked
    ), marked as (
      update outbox o set delivered_at = ${at} from waiting where o.id = waiting.id returning o.id
    )
    insert into messages (channel, recipient_id, endpoint_id, event_id, kind, body, due_at, created_at)
    select m.channel, m."recipientId", m."endpointId", m."eventId", m.kind, m.body, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(messages)}::json) as m("outboxId" bigint, channel text, "recipientId" bigint,
      "endpointId" bigint, "eventId" bigint, kind text, body text)
    join marked on marked.id = m."outboxId"
    order by m."eventId"
    on conflict do nothing returning id::float8 as id, channel`);
}

export interface Swept {
  readonly outbox: number;
  readonly messages: number;
}

/** What was told, and what has ended, before then is gone, `most` of each. */
export async function sweepTold(db: Db, before: Date, most: number): Promise<Swept> {
  const [swept] = await db.rows<Swept>(sql`
    with old_rows as (
      select id from outbox where delivered_at is not null and created_at < ${before} order by created_at limit ${most} for update skip locked
    ), old_messages as (
      select id from messages where status <> 'PENDING' and created_at < ${before} order by created_at limit ${most} for update skip locked
    ), rows_gone as (delete from outbox o using old_rows where o.id = old_rows.id returning 1),
    messages_gone as (delete from messages m using old_messages where m.id = old_messages.id returning 1)
    select (select count(*)::int from rows_gone) as outbox, (select count(*)::int from messages_gone) as messages`);
  return swept ?? { outbox: 0, messages: 0 };
}
