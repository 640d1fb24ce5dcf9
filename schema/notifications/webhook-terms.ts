import { campaignEventKinds, postEventKinds } from '../campaigns/campaign-terms.ts';
import { factoryEventKinds } from '../factories/factory-terms.ts';
import { accountEventKinds, assignmentEventKinds } from '../shared/enums.ts';

/** Endpoints per user. */
export const maxEndpoints = 20;
/** Pending tests per endpoint, and also pending replays. */
export const maxPending = 5;
/** The maximal and default overlap of a secret rotation: the old secret signs for at most this long. */
export const maxOverlapHours = 24;
/** Applies to the URL as sent and as stored. */
export const webhookUrlLength = 2_000;
export const webhookEndpointStatuses = ['ENABLED', 'DISABLED'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];
export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export const testKind = 'webhook.test';
/** The kinds of events that an endpoint can receive. */
export const eventKinds = [
  ...assignmentEventKinds,
  ...accountEventKinds,
  ...postEventKinds,
  ...campaignEventKinds,
  ...factoryEventKinds,
] as const;
export type EventKind = (typeof eventKinds)[number];
export const deliveryKinds = [...eventKinds, testKind] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
export const endpointActions = ['test', 'replay', 'enable', 'rotate-secret', 'delete'] as const;
export type EndpointAction = (typeof endpointActions)[number];
