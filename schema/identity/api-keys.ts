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
  prefix: z.string().describe('The public half: it names the key.').meta({ example: 'k3v7q2m4x5ab' }),
  scopes: z.array(z.enum(scopes)).meta({ example: ['read', 'write'] }),
  expiresAt: instant().nullable(),
  createdAt: instant(),
  lastUsedAt: instant().nullable().describe('To the minute; null before the first use.'),
}));
const apiKey = lazy(() => z.strictObject(fields()));

export const CreateApiKey = declare({
  name: 'CreateApiKey',
  method: 'post',
  path: '/api-keys',
  access: 'token',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'The answer holds the whole key in `key`, this once: only a hash of its secret is kept. `read` is always among its ' +
    `scopes. A user has at most ${maxLiveKeys} keys that are neither deleted nor expired; one more is refused with 409 ` +
    'INVALID_STATE.',
  isForVerified: true,
  body: () =>
    z.strictObject({
      name: words(80).meta({ example: 'Order robot' }),
      scopes: z
        .array(z.enum(scopes))
        .max(scopes.length)
        .meta({ example: ['read', 'write'] }),
      expiresAt: instantInput().nullish().describe('In the future; absent or null: the key does not expire.'),
    }),
  success: 201,
  answer: () =>
    dataOf(
      z.strictObject({
        ...fields(),
        key: z
          .string()
          .describe('The whole key, shown this once.')
          .meta({ example: 'castline_live_k3v7q2m4x5ab.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_aBcDe' }),
      }),
    ),
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
  description: 'Every key of the caller that is not deleted, expired ones too. Never a secret.',
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
  description: 'It is refused everywhere within a second.',
  params: () => z.object({ id: uuid() }),
  success: 200,
  answer: () => dataOf(apiKey()),
  errors: [],
  idempotency: 'none',
  rate: 'write',
});
