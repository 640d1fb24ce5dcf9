import * as z from 'zod';
import { scopes } from '../shared/enums.ts';
import { uuid } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, listOf, uuidPage } from '../shared/page.ts';
import { words } from '../shared/text.ts';

/** Active keys per user. */
export const maxLiveKeys = 200;

const fields = lazy(() => ({
  id: z.uuid().meta({ example: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e' }),
  name: z.string().meta({ example: 'Order robot' }),
  prefix: z.string().describe('Public part of the key, which identifies it.').meta({ example: 'k3v7q2m4x5ab' }),
  scopes: z.array(z.enum(scopes)).meta({ example: ['read', 'write'] }),
  expiresAt: instant().nullable(),
  createdAt: instant(),
  lastUsedAt: instant().nullable().describe('Last use, with a precision of a minute; null before the first use.'),
  replacedAt: instant().nullable().describe('When another key replaced this one by rotation; it expires soon after.'),
}));
const createdKey = lazy(() =>
  z.strictObject({
    ...fields(),
    key: z
      .string()
      .describe('The whole key. Only this response contains it.')
      .meta({ example: 'castline_live_k3v7q2m4x5ab.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_aBcDe' }),
  }),
);
export const apiKey = lazy(() => z.strictObject(fields()));

export const CreateApiKey = declare({
  name: 'CreateApiKey',
  method: 'post',
  path: '/api-keys',
  access: 'token',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'Only this response contains the whole key, in `key`: the service stores only a hash of its secret. Every key has the ' +
    `scope \`read\`. A user has at most ${maxLiveKeys} keys that are neither deleted nor expired; one more returns 409 ` +
    'INVALID_STATE.',
  isForVerified: true,
  body: () =>
    z.strictObject({
      name: words(80).meta({ example: 'Order robot' }),
      scopes: z
        .array(z.enum(scopes))
        .max(scopes.length)
        .meta({ example: ['read', 'write'] }),
      expiresAt: instantInput().nullish().describe('Expiry, in the future. Without it the key does not expire.'),
    }),
  success: 201,
  answer: () => dataOf(createdKey()),
  errors: ['INVALID_STATE'],
  idempotency: 'none',
  rate: 'write',
  example: { body: { name: 'Order robot', scopes: ['read', 'write'] } },
});

export const ListApiKeys = declare({
  name: 'ListApiKeys',
  method: 'get',
  path: '/api-keys',
  access: 'token',
  tag: 'API keys',
  summary: 'List API keys, newest first',
  description: 'Lists the keys of the caller, including expired ones, without deleted ones and without secrets.',
  query: () => z.object(uuidPage()),
  success: 200,
  answer: () => listOf(apiKey()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const DeleteApiKey = declare({
  name: 'DeleteApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  access: 'token',
  tag: 'API keys',
  summary: 'Delete an API key',
  description: 'Deletes the key. The service refuses it everywhere within a second.',
  params: () => z.object({ id: uuid() }),
  success: 200,
  answer: () => dataOf(apiKey()),
  errors: [],
  idempotency: 'none',
  rate: 'write',
});

/** The longest time for which a replaced key works beside its successor. */
const maxOverlapHours = 72;

export const RotateApiKey = declare({
  name: 'RotateApiKey',
  method: 'post',
  path: '/api-keys/{id}/rotate',
  access: 'token',
  tag: 'API keys',
  summary: 'Replace an API key',
  description:
    'Creates a key with the same name, scopes and expiry. Only this response contains it, in `key`. The old key works for ' +
    '`overlapHours` more, at most until its own expiry; 0 ends it at once. A key that was replaced before returns 409 INVALID_STATE.',
  isForVerified: true,
  params: () => z.object({ id: uuid() }),
  body: () =>
    z.strictObject({
      overlapHours: z
        .int()
        .min(0)
        .max(maxOverlapHours)
        .describe('Hours for which the old key works beside the new one.')
        .meta({ example: 24 }),
    }),
  success: 201,
  answer: () => dataOf(createdKey()),
  errors: ['INVALID_STATE', 'VERSION_CONFLICT'],
  idempotency: 'none',
  rate: 'write',
  example: { body: { overlapHours: 24 } },
});
