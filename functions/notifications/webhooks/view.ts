import type { DeliveryRecord } from '../../../db/notifications/deliveries.ts';
import type { EndpointRecord } from '../../../db/notifications/endpoints.ts';
import type { DeliveryDetails } from '../../../schema/notifications/webhook-delivery.ts';
import type { DeliveryView, EndpointView } from '../../../schema/notifications/webhooks.ts';
import { lastingHeaders, webhookIdOf } from './header-rules.ts';
import { actionsOf } from './rules.ts';

/** An endpoint as its owner sees it now: never its secret. */
export const viewEndpoint = (endpoint: EndpointRecord, now: Date): EndpointView => ({
  id: endpoint.id,
  url: endpoint.url,
  kinds: endpoint.kinds,
  description: endpoint.description,
  status: endpoint.status,
  failingSince: endpoint.failingSince,
  disabledAt: endpoint.disabledAt,
  previousSecretExpiresAt: unlessPast(endpoint.previousSecretExpiresAt, now),
  createdAt: endpoint.createdAt,
  allowedActions: [...actionsOf(endpoint)],
});

/** A webhook call as the owner of its endpoint sees it. */
export const viewDelivery = (delivery: DeliveryRecord): DeliveryView => ({
  id: delivery.id,
  kind: delivery.kind,
  eventId: delivery.eventId,
  status: delivery.status,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  lastError: delivery.lastError,
  nextAttemptAt: delivery.nextAttemptAt,
  createdAt: delivery.createdAt,
  endedAt: delivery.endedAt,
});

/** A webhook call with its request. */
export const viewDeliveryDetails = (delivery: DeliveryRecord, body: string): DeliveryDetails => ({
  ...viewDelivery(delivery),
  headers: lastingHeaders(webhookIdOf(delivery.id)),
  body,
});

/** The previous secret no longer signs after this time, even before the nightly sweep removes it. */
const unlessPast = (at: string | null, now: Date): string | null => (at !== null && new Date(at) > now ? at : null);
