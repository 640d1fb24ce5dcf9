import * as z from 'zod';
import { queryEnum } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { pasted, words } from '../shared/text.ts';
import {
  deliveryKinds,
  deliveryStatuses,
  endpointActions,
  eventKinds,
  maxEndpoints,
  maxOverlapHours,
  maxPending,
  testKind,
  webhookEndpointStatuses,
  webhookUrlLength,
} from './webhook-terms.ts';

const tag = 'Webhooks';
const path = '/webhook-endpoints/{id}';
const params = lazy(() => z.object({ id: pathId() }));
const kinds = lazy(() => z.array(z.enum(eventKinds)));

const fields = lazy(() => ({
  id: id(),
  url: z.string().meta({ example: 'https://hooks.example.com/castline' }),
  kinds: kinds().nullable().describe('Kinds of events to send; null means every kind.'),
  description: z.string().nullable(),
  status: z.enum(webhookEndpointStatuses),
  failingSince: instant().nullable().describe('First failure since the last success; null after a success.'),
  disabledAt: instant().nullable(),
  previousSecretExpiresAt: instant()
    .nullable()
    .describe('Time when the previous secret stops signing; null without one.'),
  createdAt: instant(),
  allowedActions: z.array(z.enum(endpointActions)),
}));
const endpoint = lazy(() => z.strictObject(fields()).meta({ id: 'WebhookEndpoint' }));
export type EndpointView = z.output<ReturnType<typeof endpoint>>;
const endpointWithSecret = lazy(() =>
  z.strictObject({
    ...fields(),
    secret: z
      .string()
      .describe('Secret that signs every call. Only this response contains it.')
      .meta({ example: 'whsec_3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=' }),
  }),
);

export const delivery = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the delivery. `webhook-id` is this id with the prefix `msg_`.'),
      kind: z.enum(deliveryKinds),
      eventId: id()
        .nullable()
        .describe('Id of the event of the assignment; null for every other event and for a test.'),
      status: z.enum(deliveryStatuses),
      attempts: z.int().nonnegative().describe('Number of attempts since the creation or the last replay.'),
      lastStatus: z.int().nullable().describe('HTTP status of the last response; null without one.'),
      lastError: z.string().nullable().describe('Error of the last attempt; null after a success.'),
      nextAttemptAt: instant().nullable(),
      createdAt: instant(),
      endedAt: instant().nullable(),
    })
    .meta({ id: 'WebhookDelivery' }),
);
export type DeliveryView = z.output<ReturnType<typeof delivery>>;

const read = { method: 'get', access: 'participant', tag, success: 200, idempotency: 'none', rate: 'read' } as const;
const change = { access: 'participant', tag, idempotency: 'none', rate: 'write' } as const;

export const CreateWebhookEndpoint = declare({
  ...change,
  name: 'CreateWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints',
  summary: 'Register a webhook endpoint',
  description:
    'Registers an endpoint, which the service calls when an event happens to one of your assignments, social accounts, campaigns, posts of campaigns or content factories. Only this response contains `secret`: verify every call with it (https://www.standardwebhooks.com). `url` must be https with a public ' +
    `host; the service resolves the host now and before each call. A user has at most ${maxEndpoints} endpoints; one more ` +
    'returns 409 INVALID_STATE (LIMIT_REACHED). A second endpoint with the same address also returns 409 INVALID_STATE (ENDPOINT_EXISTS, with `existingId`), so a retry creates no duplicate.',
  body: () =>
    z.strictObject({
      url: pasted(webhookUrlLength).describe(
        'https address without user name, password and fragment, with the port 443 or 8443. The service stores it normalised.',
      ),
      kinds: kinds().min(1).max(100).nullish().describe('Kinds of events to send; absent or null means every kind.'),
      description: words(200).nullish(),
    }),
  success: 201,
  answer: () => dataOf(endpointWithSecret()),
  errors: ['INVALID_STATE'],
});

export const ListWebhookEndpoints = declare({
  ...read,
  name: 'ListWebhookEndpoints',
  path: '/webhook-endpoints',
  summary: 'List webhook endpoints, newest first',
  description: 'Lists your endpoints, including DISABLED ones, without secrets.',
  query: () => z.object(idPage()),
  answer: () => listOf(endpoint()),
  errors: ['INVALID_CURSOR'],
});

export const GetWebhookEndpoint = declare({
  ...read,
  name: 'GetWebhookEndpoint',
  path,
  summary: 'Get a webhook endpoint',
  description: 'Returns the endpoint and the state of its calls, without its secret.',
  params,
  answer: () => dataOf(endpoint()),
  errors: [],
});

export const DeleteWebhookEndpoint = declare({
  ...change,
  name: 'DeleteWebhookEndpoint',
  method: 'delete',
  path,
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint and cancels its pending deliveries. Returns the endpoint as it was.',
  params,
  success: 200,
  answer: () => dataOf(endpoint()),
  errors: [],
});

export const EnableWebhookEndpoint = declare({
  ...change,
  name: 'EnableWebhookEndpoint',
  method: 'post',
  path: `${path}/enable`,
  summary: 'Enable a webhook endpoint again',
  description:
    'Enables an endpoint that was DISABLED after too many failures or a 410. You can replay its cancelled deliveries. The service does not send events that happened while it was DISABLED: read the assignments with their histories, the social accounts, the campaigns and their posts, and the content factories.',
  params,
  success: 200,
  answer: () => dataOf(endpoint()),
  errors: ['INVALID_STATE'],
});

export const RotateWebhookSecret = declare({
  ...change,
  name: 'RotateWebhookSecret',
  method: 'post',
  path: `${path}/rotate-secret`,
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Only this response contains the new `secret`. While both secrets are valid, each call has two signatures, the one of the newer secret first: `v1,… v1,…`. Only the newest two secrets sign: a second rotation within that time ends the oldest. This operation ignores Idempotency-Key, because the service never stores a response with a secret: a repeated request rotates again.',
  params,
  body: () =>
    z.strictObject({
      overlapHours: z
        .int()
        .min(0)
        .max(maxOverlapHours)
        .default(maxOverlapHours)
        .describe('Hours the old secret stays valid. Use 0 if it has leaked.'),
    }),
  success: 200,
  answer: () => dataOf(endpointWithSecret()),
  errors: [],
});

export const TestWebhookEndpoint = declare({
  ...change,
  name: 'TestWebhookEndpoint',
  method: 'post',
  path: `${path}/test`,
  summary: 'Send a test to a webhook endpoint',
  description:
    `Sends a message of the kind \`${testKind}\` to the endpoint within seconds. A failed test is not retried. An endpoint ` +
    `has at most ${maxPending} pending tests; one more returns 409 INVALID_STATE, TESTS_PENDING.`,
  params,
  success: 201,
  answer: () => dataOf(delivery()),
  errors: ['INVALID_STATE'],
});

export const ListWebhookDeliveries = declare({
  ...read,
  name: 'ListWebhookDeliveries',
  path: `${path}/deliveries`,
  summary: 'List the deliveries to a webhook endpoint, newest first',
  description:
    'Lists sent and pending deliveries with the outcome of their last attempt. The service stores them for 30 days by default.',
  params,
  query: () => z.object({ ...idPage(), status: queryEnum(deliveryStatuses).optional() }),
  answer: () => listOf(delivery()),
  errors: ['INVALID_CURSOR'],
});

export const ReplayWebhookDelivery = declare({
  ...change,
  name: 'ReplayWebhookDelivery',
  method: 'post',
  path: `${path}/deliveries/{deliveryId}/replay`,
  summary: 'Replay a delivery',
  description:
    'Sends an ended delivery again, whatever its status: exactly the same message and `webhook-id`, with a new timestamp and a new series of attempts. A PENDING delivery returns 409 INVALID_STATE, because its next attempt is scheduled. An ' +
    `endpoint has at most ${maxPending} replays that wait for the end of their first attempt; one more returns 409 ` +
    'INVALID_STATE, REPLAYS_PENDING.',
  params: () => z.object({ id: pathId(), deliveryId: pathId() }),
  success: 200,
  answer: () => dataOf(delivery()),
  errors: ['INVALID_STATE'],
});
