import { check, index, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { type MessageKind, messageChannels } from '../../schema/notifications/messages.ts';
import { deliveryStatuses, eventKinds, webhookEndpointStatuses } from '../../schema/notifications/webhook-terms.ts';
import { assignmentEvents } from './assignments.ts';
import { alwaysId, at, bytes, id, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';

/** The URL that an owner has registered for calls. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description'),
    /** Null: every kind. */
    kinds: text('kinds', { enum: eventKinds }).array(),
    /** The signing secret, encrypted: the database alone cannot sign. */
    sealedSecret: bytes('sealed_secret').notNull(),
    status: text('status', { enum: webhookEndpointStatuses }).notNull().default('ENABLED'),
    /** Null after a success. */
    failingSince: at('failing_since'),
    lastSucceededAt: at('last_succeeded_at'),
    /** Consecutive failures; calls that began together count once. */
    failures: smallint('failures').notNull().default(0),
    /** After a failure no call starts before then. The caller advances it first, so that one call at a time starts. */
    backoffUntil: at('backoff_until'),
    disabledAt: at('disabled_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
    /** The secret before the last rotation. It signs beside the new one until it expires. */
    previousSealedSecret: bytes('previous_sealed_secret'),
    previousSecretExpiresAt: at('previous_secret_expires_at'),
  },
  (t) => [
    check('webhook_endpoints_description_check', sql`length(${t.description}) <= 200`),
    check('webhook_endpoints_disabled', sql`(${t.status} = 'DISABLED') = (${t.disabledAt} is not null)`),
    check(
      'webhook_endpoints_previous_secret',
      sql`(${t.previousSealedSecret} is null) = (${t.previousSecretExpiresAt} is null)`,
    ),
    check('webhook_endpoints_backoff', sql`${t.backoffUntil} is null or ${t.failures} > 0`),
    isOneOf('webhook_endpoints_status_check', t.status, webhookEndpointStatuses),
    check('webhook_endpoints_url_check', sql`length(${t.url}) >= 1 and length(${t.url}) <= 2000`),
    index('webhook_endpoints_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('webhook_endpoints_owner').on(t.ownerId, t.id).where(sql`${t.deletedAt} is null`),
    index('webhook_endpoints_previous_secrets')
      .on(t.previousSecretExpiresAt)
      .where(sql`${t.previousSecretExpiresAt} is not null`),
  ],
);

/** A webhook call or an email. The body never changes: each attempt sends the same bytes under the same id. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    channel: text('channel', { enum: messageChannels }).notNull(),
    recipientId: idOf('recipient_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpointId: idOf('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Null for a test of an endpoint, and for calls and emails that no assignment caused. */
    eventId: idOf('event_id').references(() => assignmentEvents.id),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** The JSON of a call, or {"subject", "text"} of an email. */
    body: text('body').notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull().default('PENDING'),
    attempts: smallint('attempts').notNull().default(0),
    /** The next attempt. The sender advances it first, so that one sender at a time has the message. */
    dueAt: at('due_at'),
    /** Cron queued the message and does not queue it again before then. */
    queuedUntil: at('queued_until'),
    /** The result of the last attempt. */
    lastStatus: smallint('last_status'),
    lastError: text('last_error'),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
    /** The owner requested this call, by a test or a replay, and it has not been tried since. */
    requestedAt: at('requested_at'),
    /** The former ends of a replayed delivery, so that a list by status resumes at them. */
    formerStatuses: text('former_statuses').array().notNull().default([]),
  },
  (t) => [
    isOneOf('messages_channel_check', t.channel, messageChannels),
    check('messages_due', sql`(${t.status} = 'PENDING') = (${t.dueAt} is not null)`),
    check('messages_ended', sql`(${t.status} = 'PENDING') = (${t.endedAt} is null)`),
    check('messages_endpoint', sql`(${t.channel} = 'WEBHOOK') = (${t.endpointId} is not null)`),
    check('messages_last_error_check', sql`length(${t.lastError}) <= 200`),
    isOneOf('messages_status_check', t.status, deliveryStatuses),
    index('messages_recipient').on(t.recipientId, t.id),
    index('messages_age').on(t.createdAt),
    index('messages_requested').on(t.endpointId).where(sql`${t.requestedAt} is not null and ${t.status} = 'PENDING'`),
    index('messages_due_first').on(sql`coalesce(${t.queuedUntil}, ${t.dueAt})`).where(sql`${t.status} = 'PENDING'`),
    index('messages_endpoint_list').on(t.endpointId, t.id).where(sql`${t.endpointId} is not null`),
    index('messages_endpoint_status').on(t.status, t.endpointId, t.id).where(sql`${t.endpointId} is not null`),
    uniqueIndex('messages_one_call')
      .on(t.eventId, t.endpointId)
      .where(sql`${t.channel} = 'WEBHOOK' and ${t.eventId} is not null`),
    uniqueIndex('messages_one_mail')
      .on(t.eventId, t.recipientId)
      .where(sql`${t.channel} = 'MAIL' and ${t.eventId} is not null`),
  ],
);

/** Work outside the database that a commit requires. The row is written in that commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: alwaysId(),
    topic: text('topic').notNull(),
    payload: jsonb('payload').notNull(),
    createdAt: at('created_at').notNull(),
    deliveredAt: at('delivered_at'),
  },
  (t) => [
    index('outbox_age').on(t.createdAt).where(sql`${t.deliveredAt} is not null`),
    index('outbox_waiting').on(t.id).where(sql`${t.deliveredAt} is null`),
  ],
);
