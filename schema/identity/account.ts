import * as z from 'zod';
import { chosenRoles, roles, scopes } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { oneLine } from '../shared/one-line.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';

/** The display name of a user; sign-up applies the same rule. */
export const displayName = lazy(() => oneLine(80).meta({ example: 'Nova Drinks' }));

const perMinute = lazy(() => z.int().meta({ example: 120 }));

const identity = lazy(() => ({
  owner: z.strictObject({ id: id(), displayName: z.string(), roles: z.array(z.enum(roles)) }),
  limits: z
    .strictObject({
      readsPerMinute: perMinute(),
      writesPerMinute: perMinute(),
      ownerReadsPerMinute: perMinute(),
      ownerWritesPerMinute: perMinute(),
      moneyMovesPerMinute: perMinute(),
      exportsPerMinute: perMinute(),
    })
    .describe(
      'Rate limits in force. reads and writes count calls with this key, or of this user with a token. The other limits ' +
        'count all keys and tokens of the owner.',
    ),
}));

const key = lazy(() =>
  z.strictObject({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: instant().nullable(),
  }),
);

export const GetMe = declare({
  name: 'GetMe',
  method: 'get',
  path: '/me',
  access: 'participant',
  tag: 'Account',
  summary: 'Get the current user',
  description:
    'Returns the owner of the key or token and the rate limits in force. For a call with an API key, also the key.',
  success: 200,
  answer: () => dataOf(z.strictObject({ owner: identity().owner, key: key().optional(), limits: identity().limits })),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const UpdateMe = declare({
  name: 'UpdateMe',
  method: 'patch',
  path: '/me',
  access: 'token',
  tag: 'Account',
  summary: 'Choose roles and the display name',
  description:
    'roles replaces the roles that users choose themselves. Only the operator grants and removes STAFF. Choosing CREATOR ' +
    'creates an empty creator profile; removing it hides the page and the listings. An absent field stays unchanged.',
  body: () =>
    z.strictObject({
      roles: z.array(z.enum(chosenRoles)).max(2).optional(),
      displayName: displayName().optional(),
    }),
  success: 200,
  answer: () => dataOf(z.strictObject(identity())),
  errors: [],
  idempotency: 'none',
  rate: 'write',
  example: { body: { roles: ['ADVERTISER', 'CREATOR'], displayName: 'Nova Drinks' } },
});
