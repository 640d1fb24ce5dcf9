import type { ZodOpenApiSchemaObject } from 'zod-openapi';
import { errorStatus, fullEnvelopeCodes, isErrorCode } from '../../schema/shared/errors.ts';

const codes = Object.keys(errorStatus).filter(isErrorCode);
export const errorCodes = codes.filter((code) => !fullEnvelopeCodes.has(code));
export const credentialErrorCodes = codes.filter((code) => fullEnvelopeCodes.has(code));

/** The two shapes of an error. */
export const envelopes: Record<string, ZodOpenApiSchemaObject> = {
  Error: {
    type: 'object',
    description: 'The body of every error except those about keys, tokens and scopes. Branch on code, which is stable.',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: errorCodes },
      message: { type: 'string', description: 'Text that you may show to users. Its wording may change.' },
      issues: {
        type: 'array',
        description: 'With VALIDATION_FAILED and INVALID_MONEY_PRECISION: each error with its path.',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: {
            path: {
              type: 'string',
              description: 'Path of the field, with dots; empty for the whole body.',
              example: 'items.0.dueAt',
            },
            message: { type: 'string' },
          },
          additionalProperties: false,
        },
      },
      status: { type: 'string', description: 'With INVALID_STATE: the present state of the object.' },
      allowedActions: {
        type: 'array',
        description: 'With INVALID_STATE: the actions that this state allows.',
        items: { type: 'string' },
      },
      existingId: {
        type: 'integer',
        description:
          'With INVALID_STATE and the status ENDPOINT_EXISTS, ACCOUNT_EXISTS, TAG_EXISTS or GROUP_EXISTS: the id of the ' +
          'existing object.',
      },
    },
    additionalProperties: false,
  },
  FullError: {
    type: 'object',
    description: 'The body of an error about a key, a token or a scope.',
    required: ['statusCode', 'code', 'message', 'timestamp', 'path'],
    properties: {
      statusCode: { type: 'integer', enum: [401, 403] },
      code: { type: 'string', enum: credentialErrorCodes },
      message: { type: 'string', description: 'Text that you may show to users. Its wording may change.' },
      timestamp: { type: 'string', format: 'date-time' },
      path: { type: 'string', description: 'Path of the request, without its query.' },
    },
    additionalProperties: false,
  },
};
