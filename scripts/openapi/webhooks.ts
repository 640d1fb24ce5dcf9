import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { eventCall, testCall, testKind } from '../../schema/notifications/webhooks.ts';

const carried = z.object({
  'webhook-id': z
    .string()
    .describe('The same however often a message is sent: what you have had already, ignore.')
    .meta({ example: 'msg_4711' }),
  'webhook-timestamp': z
    .string()
    .describe(
      'When this attempt was made, in seconds since 1970. Refuse what is more than 5 minutes away from your clock.',
    )
    .meta({ example: '1798222201' }),
  'webhook-signature': z
    .string()
    .describe(
      '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under your secret, in base64. Two with a space between while one secret follows another: one of them must be right.',
    )
    .meta({ example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' }),
});

const eventExample = {
  type: 'assignment.submitted',
  timestamp: '2026-12-25T18:10:00.000Z',
  data: { eventId: 342, seq: 4, assignmentId: 61, orderId: 48, actor: 'CREATOR', role: 'ADVERTISER', data: {} },
};
const testExample = { type: testKind, timestamp: '2026-12-25T18:30:00.127Z', data: { endpointId: 12 } };

/** The calls of the service to the endpoints of its users. */
export const webhooks = (): ZodOpenApiPathsObject => ({
  'assignment-event': {
    post: {
      operationId: 'assignmentEvent',
      tags: ['Webhooks'],
      summary: 'An event of an assignment',
      description:
        'Sent to the endpoints of both parties that want its kind: at least once, in no promised order. Any 2xx within 10 seconds takes it; ' +
        'everything else, redirects too, is tried again, ten times within three days. 410 disables the endpoint.',
      ...called(eventCall(), eventExample),
    },
  },
  [testKind]: {
    post: {
      operationId: 'webhookTest',
      tags: ['Webhooks'],
      summary: 'A test that you asked for',
      description: 'Sent once, signed like every other call.',
      ...called(testCall(), testExample),
    },
  },
});

/** The receiver checks only the signature: no key or token of the service is ever sent to it. */
const called = (schema: z.ZodType, example: unknown) => ({
  security: [],
  requestParams: { header: carried },
  requestBody: { required: true, content: { 'application/json': { schema, example } } },
  responses: {
    '2XX': { description: 'You have it.' },
    '410': { description: 'Do not call this endpoint any more.' },
  },
});
