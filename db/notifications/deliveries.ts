import { and, eq, isNull, ne } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { type DeliveryKind, maxPending, testKind } from '../../schema/notifications/webhook-terms.ts';
import { cursorGuard, largestId } from '../client.ts';
import { limitCode } from '../failures.ts';
import { lastId } from '../fresh-ids.ts';
import { build, changesOne, guard, json, type Query, select, type TypeOf } from '../query.ts';
import { messages, webhookEndpoints } from '../tables/notifications.ts';
import { type EndpointsPage, isEndpointOf } from './endpoints.ts';

const { id: idColumn, endpointId: endpointColumn, status: statusColumn, formerStatuses } = messages;

/** A webhook call as JSON. */
const deliveryJson = json({
  id: idColumn,
  /** The other kinds are those of emails. */
  kind: sql<DeliveryKind>`${messages.kind}`,
  eventId: messages.eventId,
  status: statusColumn,
  attempts: messages.attempts,
  lastStatus: messages.lastStatus,
  lastError: messages.lastError,
  nextAttemptAt: messages.dueAt,
  createdAt: messages.createdAt,
  endedAt: messages.endedAt,
});

export type DeliveryRecord = TypeOf<typeof deliveryJson>;

/** A delivery to this endpoint, or null: a field of the facts. */
export const deliveryOf = (endpointId: number, id: number): SQL<DeliveryRecord | null> =>
  sql`(select ${deliveryJson} from ${messages} where ${idColumn} = ${id} and ${endpointColumn} = ${endpointId})`;

/** The body of a delivery to this endpoint, or null: a field of the facts. Lists do not read it. */
export const sentBodyOf = (endpointId: number, id: number): SQL<string | null> =>
  sql`(select ${messages.body} from ${messages} where ${idColumn} = ${id} and ${endpointColumn} = ${endpointId})`;

/** The delivery, or a row when the id may have been swept since: it was generated, and no message has it now. */
const wasInList = (endpointId: number, id: number, status: string | undefined): SQL => sql`(
  select 1 from ${messages} where ${idColumn} = ${id} and ${endpointColumn} = ${endpointId}
    ${status === undefined ? sql`` : sql`and (${statusColumn} = ${status} or ${status} = 'PENDING' or ${status} = any (${formerStatuses}))`}
  union all
  select 1 where ${id}::bigint <= ${lastId(messages)} and not exists (select from ${messages} where ${idColumn} = ${id})) known`;

export interface DeliveriesPage extends EndpointsPage {
  readonly id: number;
  readonly status?: string | undefined;
}

/**
 * The deliveries to an endpoint, newest first. There is no row when the owner has no such endpoint, and a row without a delivery when
 * the page is empty. A cursor that cannot have been in the list is INVALID_CURSOR.
 */
export function deliveriesPage(
  ownerId: number,
  { id, limit, cursor, status }: DeliveriesPage,
): Query<{ readonly delivery: DeliveryRecord | null }> {
  const after = cursor === undefined ? sql`` : sql`and ${cursorGuard(wasInList(id, cursor, status))}`;
  return select(
    { delivery: sql<DeliveryRecord | null>`case when ${idColumn} is not null then ${deliveryJson} end` },
    sql`from ${webhookEndpoints}
      left join lateral (
        select * from ${messages}
        where ${endpointColumn} >= ${id} and (${endpointColumn}, ${idColumn}) < (${id}, ${cursor ?? largestId})
          ${status === undefined ? sql`` : sql`and ${statusColumn} = ${status}`} ${after}
        order by ${endpointColumn} desc, ${idColumn} desc limit ${limit + 1}) ${messages} on true
      where ${isEndpointOf(ownerId, id)} order by ${idColumn} desc`,
  );
}

/** The number of tests, or else replays, of the endpoint that wait for their call or are in it: a field of the facts. */
export const pendingRequests = (endpointId: number, isTest: boolean): SQL<number> =>
  sql`(select count(*)::int from ${messages}
    where ${endpointColumn} = ${endpointId} and ${statusColumn} = 'PENDING' and ${messages.requestedAt} is not null
      and (${messages.kind} = ${testKind}) = ${isTest}::boolean)`;

/** The limit refuses when more of them are pending than allowed. The row of the endpoint is locked. */
const refuseTooManyPending = (endpointId: number, isTest: boolean): SQL =>
  guard(
    sql`${pendingRequests(endpointId, isTest)} <= ${maxPending}`,
    limitCode(isTest ? 'pending_tests' : 'pending_replays'),
  );

export interface NewTest {
  readonly id: number;
  readonly endpointId: number;
  readonly ownerId: number;
  readonly body: string;
}

/** Inserts a test. No event causes it. The row of the endpoint is locked first, so that parallel tests do not exceed the limit. */
export const insertTest = ({ id, endpointId, ownerId, body }: NewTest, at: Date): SQLWrapper[] => [
  sql`select from ${webhookEndpoints} where ${webhookEndpoints.id} = ${endpointId} for no key update`,
  build.insert(messages).values({
    id,
    channel: 'WEBHOOK',
    recipientId: ownerId,
    endpointId,
    kind: testKind,
    body,
    dueAt: at,
    requestedAt: at,
    createdAt: at,
  }),
  refuseTooManyPending(endpointId, true),
];

export interface Replay {
  readonly id: number;
  readonly endpointId: number;
  readonly isTest: boolean;
}

/** Makes an ended delivery due now with no attempts, and ends the backoff of its endpoint. */
export const replay = ({ id, endpointId, isTest }: Replay, at: Date): SQLWrapper[] => [
  changesOne(
    build
      .update(webhookEndpoints)
      .set({ backoffUntil: null })
      .where(
        and(
          eq(webhookEndpoints.id, endpointId),
          eq(webhookEndpoints.status, 'ENABLED'),
          isNull(webhookEndpoints.deletedAt),
        ),
      ),
  ),
  changesOne(
    build
      .update(messages)
      .set({
        status: 'PENDING',
        formerStatuses: sql`array_remove(${formerStatuses}, ${statusColumn}) || ${statusColumn}`,
        attempts: 0,
        dueAt: at,
        requestedAt: at,
        queuedUntil: null,
        endedAt: null,
      })
      .where(and(eq(idColumn, id), ne(statusColumn, 'PENDING'))),
  ),
  refuseTooManyPending(endpointId, isTest),
];
