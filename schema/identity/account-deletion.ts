import * as z from 'zod';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { deletionObstacles } from './deletion-terms.ts';

export const CheckDeletion = declare({
  name: 'CheckDeletion',
  method: 'get',
  path: '/me/deletion',
  access: 'participant',
  tag: 'Account',
  summary: 'Check whether you can delete your account',
  description:
    'Lists what keeps the account from being deleted now, and what stays after the deletion. `DELETE /me` checks the same conditions again.',
  success: 200,
  answer: () =>
    dataOf(
      z.strictObject({
        obstacles: z
          .array(
            z.strictObject({
              kind: z.enum(deletionObstacles),
              remedy: z.string().describe('What the caller can do about it.'),
            }),
          )
          .describe('Empty if the account can be deleted.'),
        kept: z
          .array(
            z.strictObject({
              what: z.string().describe('Data that the deletion does not erase.'),
              why: z.string().describe('Why it stays.'),
            }),
          )
          .describe('All data that stays after the deletion.'),
      }),
    ),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const DeleteMe = declare({
  name: 'DeleteMe',
  method: 'delete',
  path: '/me',
  access: 'token',
  tag: 'Account',
  summary: 'Delete your account',
  description:
    'Ends the account for good. Sessions, tokens and API keys end within a second, the page is unpublished, and the email address can be ' +
    'used for a new account. The other party of an order sees `deleted user {id}` instead of your name. Within 24 hours the service ' +
    'erases the rest of your personal data; `GET /me/deletion` lists what stays, and why. Credits lapse. ' +
    'While you have a balance, a reserve, an open assignment, a campaign that is RUNNING or PAUSED, or a post in such a campaign that is ' +
    'not rejected, it returns 409 INVALID_STATE, whose message says what is in the way. Staff cannot delete their own account.',
  body: () =>
    z.strictObject({ confirm: z.literal(true).describe('The caller knows that the deletion cannot be undone.') }),
  success: 200,
  answer: () => dataOf(z.strictObject({ id: id(), deletedAt: instant().describe('When the account was deleted.') })),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED', 'VERSION_CONFLICT'],
  idempotency: 'none',
  rate: 'write',
  example: { body: { confirm: true } },
});
