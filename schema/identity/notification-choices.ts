import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';

const choices = lazy(() => ({
  work: z.boolean().describe('Emails about orders and assignments.'),
  accounts: z.boolean().describe('Emails about connected social accounts.'),
  campaigns: z.boolean().describe('Emails about campaigns and the posts for them.'),
  factories: z.boolean().describe('Emails about content factories and their credits.'),
}));

const notifications = lazy(() =>
  z
    .strictObject({
      ...choices(),
      security: z
        .literal(true)
        .describe('Emails about the password, the email address and disabled webhook endpoints are always sent.'),
    })
    .meta({ id: 'NotificationChoices' }),
);

const shared = { access: 'token', tag: 'Account', success: 200, idempotency: 'none', errors: [] } as const;

export const GetNotifications = declare({
  ...shared,
  name: 'GetNotifications',
  method: 'get',
  path: '/me/notifications',
  summary: 'Get the notification choices',
  description: 'Returns the topics about which the caller gets emails. The choices do not affect webhooks.',
  answer: () => dataOf(notifications()),
  rate: 'read',
});

export const UpdateNotifications = declare({
  ...shared,
  name: 'UpdateNotifications',
  method: 'put',
  path: '/me/notifications',
  summary: 'Choose notifications',
  description:
    'Replaces the choices. The service applies them when it writes an email, within seconds of the event. Emails about security ' +
    'are always sent: the body has no `security`.',
  body: () => z.strictObject(choices()),
  answer: () => dataOf(notifications()),
  rate: 'write',
  example: { body: { work: true, accounts: true, campaigns: false, factories: true } },
});
