import * as z from 'zod';
import { statusClasses } from '../shared/enums.ts';
import { id, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';

/** How long the log has a request. */
export const loggedDays = 7;

const statusClass = lazy(() => z.enum(statusClasses).meta({ example: '4xx' }));

const request = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the entry.'),
      at: instant().describe('When the service responded.'),
      keyId: z.uuid().describe('Id of the API key that made the request.'),
      keyName: z
        .string()
        .nullable()
        .describe('Name of that key; null if the service has removed the key.')
        .meta({ example: 'Robot' }),
      requestId: z.string().describe('X-Request-Id of the response.'),
      method: z.string().describe('HTTP method.').meta({ example: 'POST' }),
      path: z
        .string()
        .describe('Path of the operation, with the names of its parameters instead of their values.')
        .meta({ example: '/api/v1/public/placement-orders/{id}/checkout' }),
      status: z.int().min(200).max(599).describe('HTTP status of the response.').meta({ example: 409 }),
      errorCode: z.string().nullable().describe('`code` of the error; null for a success.'),
      durationMs: z.int().min(0).describe('Milliseconds from the arrival of the request to its response.'),
    })
    .meta({ id: 'LoggedRequest' }),
);
export type LoggedRequestView = z.output<ReturnType<typeof request>>;

export const ListRequests = declare({
  name: 'ListRequests',
  method: 'get',
  path: '/me/requests',
  access: 'token',
  tag: 'Account',
  summary: 'List the requests of your API keys',
  description:
    'Newest first. The log has an entry for each change (POST, PUT, PATCH, DELETE) that an API key of the caller requested, ' +
    'and for each of its requests with an error response. It has no entry for successful reads, for unknown paths and for wrong keys. For failed ' +
    'reads, and for responses 429 and missing scopes, it may keep only the first 60 entries per key and minute. An entry has no body, no query, no id of ' +
    'the path and no secret. It is written moments after the response, and is missing if the database fails at that moment. ' +
    `The list has the entries of the last ${loggedDays} days.`,
  query: () =>
    z.object({
      ...idPage(),
      keyId: uuid().optional().describe('Only requests by this API key.'),
      statusClass: statusClass().optional().describe('Only responses of this class.'),
      requestId: words(128)
        .optional()
        .describe('Only requests with this X-Request-Id.')
        .meta({ example: 'b6f0c1de-3d7e-4c55-9a11-0f2f1a6d2c47' }),
    }),
  success: 200,
  answer: () => listOf(request()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});
