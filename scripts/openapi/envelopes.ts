import type { ZodOpenApiSchemaObject } from 'zod-openapi';
import { errorStatus, fullEnvelopeCodes, isErrorCode } from '../../schema/shared/errors.ts';

const codes = Object.keys(errorStatus).filter(isErrorCode);
export const errorCodes = codes.filter((code) => !fullEnvelopeCodes.has(code));
export const credentialErrorCodes = codes.filter((code) => fullEnvelopeCodes.has(code));

/** The two shapes of an error. */
export const envelopes: Record<string, ZodOpenApiSchemaObject> = {
  Error: {
    type: 'object',
    description: 'The body of every refusal but those of keys, tokens and scopes. Branch on code; it is stable.',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: errorCodes },
      message: { type: 'string', description: 'Safe to show. Its wording may change.' },
      issues: {
        type: 'array',
        description: 'With VALIDATION_FAILED and INVALID_MONEY_PRECISION: what is wrong, and where.',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: {
            path: { type: 'string', description: 'Dotted; empty for the whole body.', example: 'items.0.dueAt' },
            message: { type: 'string' },
          },
          additionalProperties: false,
        },
      },
      status: { type: 'string', description: 'With INVALID_STATE: the present state of the object.' },
      allowedActions: {
        type: 'array',
        description: 'With INVALID_STATE: what may be done in that state.',
        items: { type: 'string' },
      },
      existingId: {
        type: 'integer',
        description: 'With INVALID_STATE and the status EXISTS: the id of the object that is there already.',
      },
    },
    additionalProperties: false,
  },
  FullError: {
    type: 'object',
    description: 'The body of a refusal of a key, a token or a scope.',
    required: ['statusCode', 'code', 'message', 'timestamp', 'path'],
    properties: {
      statusCode: { type: 'integer', enum: [401, 403] },
      code: { type: 'string', enum: credentialErrorCodes },
      message: { type: 'string', description: 'Safe to show. Its wording may change.' },
      timestamp: { type: 'string', format: 'date-time' },
      path: { type: 'string', description: 'Of the request, without its query.' },
    },
    additionalProperties: false,
  },
};
