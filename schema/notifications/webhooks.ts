import * as z from 'zod';
import { assignmentEventKinds, eventActors, parties, queryEnum } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { text, words } from '../shared/text.ts';

/** Endpoints per user. */
export const maxEndpoints = 20;
/** Pending tests per endpoint, and also pending replays. */
export const maxPending = 5;
export const webhookEndpointStatuses = ['ENABLED', 'DISABLED'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];
export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export const testKind = 'webhook.test';
export const deliveryKinds = [...assignmentEventKinds, testKind] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
export const endpointActions = ['test', 'replay', 'enable', 'rotate-secret', 'delete'] as const;
export type EndpointAction = (typeof endpointActions)[number];
/** The maximal and default overlap of a secret rotation: the old secret signs for at most this long. */
export const maxOverlapHours = 24;
/** Applies to the URL as sent and as stored. */
export const webhookUrlLength = 2_000;

const tag = 'Webhooks';
const path = '/webhook-endpoints/{id}';
const params = lazy(() => z.object({ id: pathId() }));
const kinds = lazy(() => z.array(z.enum(assignmentEventKinds)));

const fields = lazy(() => ({
  id: id(),
  url: z.string().meta({ example: 'https://hooks.example.com/castline' }),
  kinds: kinds().nullable().describe('null: every kind.'),
  description: z.string().nullable(),
  status: z.enum(webhookEndpointStatuses),
  failingSince: instant().nullable().describe('Since when no call has succeeded; null after a success.'),
  disabledAt: instant().nullable(),
  previousSecretExpiresAt: instant().nullable().describe('Until when the secret before signs too; null: it does not.'),
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
      .describe('Signs every call from now on; shown this once.')
      .meta({ example: 'whsec_3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=' }),
  }),
);

const delivery = lazy(() =>
  z
    .strictObject({
      id: id().describe('`webhook-id` is this, with `msg_` before it.'),
      kind: z.enum(deliveryKinds),
      eventId: id().nullable().describe('The event of an assignment that it tells of; null of a test.'),
      status: z.enum(deliveryStatuses),
      attempts: z.int().nonnegative().describe('Since it was created, or was last replayed.'),
      lastStatus: z.int().nullable().describe('The HTTP status of the last answer; null when there was none.'),
      lastError: z.string().nullable().describe('What was wrong the last time; null after a success.'),
      nextAttemptAt: instant().nullable(),
      createdAt: instant(),
      endedAt: instant().nullable(),
    })
    .meta({ id: 'WebhookDelivery' }),
);
export type DeliveryView = z.output<ReturnType<typeof delivery>>;

/** The call for an event. Only the OpenAPI document and tests use this schema: the Worker writes calls and never parses them. */
export const eventCall = lazy(() =>
  z
    .strictObject({
      type: z.enum(assignmentEventKinds),
      timestamp: instant().describe('When it happened. `webhook-timestamp` is when this attempt was made.'),
      data: z.strictObject({
        eventId: id(),
        seq: z
          .int()
          .min(1)
          .describe('Counts the events of the assignment from 1, without a gap: order what you got by it.'),
        assignmentId: id(),
        orderId: id(),
        actor: z.enum(eventActors),
        role: z.enum(parties).describe('Your side of the assignment.'),
        data: z
          .record(z.string(), z.json())
          .describe(
            'What refers, counts or dates of the data of the event. The history of the assignment has it whole.',
          ),
      }),
    })
    .meta({ id: 'AssignmentEventCall' }),
);

/** The call of a test. */
export const testCall = lazy(() =>
  z
    .strictObject({ type: z.literal(testKind), timestamp: instant(), data: z.strictObject({ endpointId: id() }) })
    .meta({ id: 'TestCall' }),
);

const read = { method: 'get', access: 'participant', tag, success: 200, idempotency: 'none', rate: 'read' } as const;
const change = { access: 'participant', tag, idempotency: 'none', rate: 'write' } as const;

export const CreateWebhookEndpoint = declare({
  ...change,
  name: 'CreateWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints',
  summary: 'Register a webhook endpoint',
  description:
    'From now on it is called when something happens to an assignment that you are a party of. The answer holds `secret`, this once: ' +
    'verify every call with it (https://www.standardwebhooks.com). `url` is https on a host of the public internet, whose name is looked ' +
    `up now and before each call. A user has at most ${maxEndpoints} endpoints; one more is 409 INVALID_STATE (LIMIT_REACHED). ` +
    'So is one at an address that you have already (EXISTS, with `existingId`): a request that is repeated makes no second one.',
  body: () =>
    z.strictObject({
      url: text(1, webhookUrlLength).describe('Without user name, password and fragment. Kept normalised.'),
      kinds: kinds()
        .min(1)
        .max(100)
        .nullish()
        .describe('The kinds of event to be told of; absent or null: every kind.'),
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
  description: 'Yours, those that are DISABLED too. Never a secret.',
  query: () => z.object(idPage()),
  answer: () => listOf(endpoint()),
  errors: ['INVALID_CURSOR'],
});

export const GetWebhookEndpoint = declare({
  ...read,
  name: 'GetWebhookEndpoint',
  path,
  summary: 'Get a webhook endpoint',
  description: 'With how its calls fare. Never its secret.',
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
  description: 'Nothing is sent to it from now on: what was on its way is CANCELLED. It answers with what it was.',
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
    'After it was DISABLED because it had failed for too long or had answered 410. What was on its way then can be replayed; what happened while it was DISABLED is not sent, and is read in the history of each assignment.',
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
    'The answer holds the new `secret`, this once. While both are valid each call carries a signature by either, the newer first: ' +
    '`v1,… v1,…`. Only the newest two sign: after another rotation within that time the oldest signs no more. No Idempotency-Key is ' +
    'taken, since an answer that holds a secret is never stored: the same request again is another rotation.',
  params,
  body: () =>
    z.strictObject({
      overlapHours: z
        .int()
        .min(0)
        .max(maxOverlapHours)
        .default(maxOverlapHours)
        .describe('How long the secret that signs now signs on; 0 when it may be known to others.'),
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
  description: `It is called within seconds with a message of the kind \`${testKind}\`, once: a test that fails is not repeated. At most ${maxPending} are on their way at a time; one more is refused with 409 INVALID_STATE, TESTS_PENDING.`,
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
  description: 'What was sent or is to be sent, and how the last attempt of each ended. Kept for 30 days by default.',
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
  summary: 'Send a delivery again',
  description:
    'Now, once it has ended, however: the same message to the byte, with the same `webhook-id` and a new timestamp. Its attempts begin anew. ' +
    `While it is PENDING it is refused with 409 INVALID_STATE: its next attempt is known. At most ${maxPending} replays of an endpoint are ` +
    'waiting for their first attempt or in it; one more is refused with 409 INVALID_STATE, REPLAYS_PENDING.',
  params: () => z.object({ id: pathId(), deliveryId: pathId() }),
  success: 200,
  answer: () => dataOf(delivery()),
  errors: ['INVALID_STATE'],
});
