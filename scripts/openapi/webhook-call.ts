import * as z from 'zod';

/** The receiver checks only the signature: no key or token of the service is ever sent to it. */
export const called = (schema: z.ZodType, example: unknown) => ({
  security: [],
  requestParams: { header: carried },
  requestBody: { required: true, content: { 'application/json': { schema, example } } },
  responses: {
    '2XX': { description: 'The receiver has accepted the message.' },
    '410': { description: 'Disables the endpoint.' },
  },
});

const carried = z.object({
  'webhook-id': z
    .string()
    .describe('Id of the message, the same for every attempt. Ignore messages that you have processed.')
    .meta({ example: 'msg_4711' }),
  'webhook-timestamp': z
    .string()
    .describe(
      'Time of this attempt, in seconds since 1970. Refuse a message if it differs from your clock by more than 5 minutes.',
    )
    .meta({ example: '1798222201' }),
  'webhook-signature': z
    .string()
    .describe(
      '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with your secret, in base64. During a rotation ' +
        'there are two signatures, separated by a space: one of them must be correct.',
    )
    .meta({ example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' }),
});
