import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { controls } from './control-terms.ts';

export const SuspendUser = declare({
  name: 'SuspendUser',
  method: 'put',
  path: '/staff/users/{id}/suspension',
  access: 'staff',
  tag: 'Staff',
  summary: 'Suspend or reinstate a user',
  description:
    'Suspends the user. Within a second the service refuses its keys and tokens with 403 ACCOUNT_ACCESS_DENIED, ends its ' +
    'sessions, and hides its page and listings. A second suspension changes the reason and keeps the time of the first. ' +
    'Staff cannot suspend themselves (403 ROLE_NOT_ALLOWED).',
  params: () => z.object({ id: pathId() }),
  body: () =>
    z
      .strictObject({
        suspended: z.boolean(),
        reason: words(1_000).optional().describe('Required to suspend.'),
      })
      .refine(({ suspended, reason }) => !suspended || reason !== undefined, {
        path: ['reason'],
        message: 'is required to suspend',
      }),
  success: 200,
  answer: () =>
    dataOf(
      z.strictObject({
        id: id(),
        suspended: z.boolean(),
        suspendedAt: instant().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  errors: ['ROLE_NOT_ALLOWED'],
  idempotency: 'none',
  rate: 'write',
  example: { body: { suspended: true, reason: 'Chargeback under investigation' } },
});

export const SwitchControl = declare({
  name: 'SwitchControl',
  method: 'put',
  path: '/staff/controls/{name}',
  access: 'staff',
  tag: 'Staff',
  summary: 'Enable or disable a feature',
  description:
    'While the feature `publication` is disabled, publishing returns 503 WRITE_NOT_AVAILABLE_FOR_FEATURE and the ' +
    'service saves the request. Published pages stay public, and unpublishing works.',
  params: () => z.object({ name: z.enum(controls) }),
  body: () => z.strictObject({ enabled: z.boolean() }),
  success: 200,
  answer: () => dataOf(z.strictObject({ name: z.enum(controls), enabled: z.boolean(), updatedAt: instant() })),
  errors: [],
  idempotency: 'none',
  rate: 'write',
});

const control = lazy(() =>
  z
    .strictObject({
      name: z.enum(controls).describe('Name of the feature.'),
      enabled: z.boolean().describe('Whether the feature is on.'),
      updatedAt: instant().describe('When the feature was last switched on or off.'),
      updater: z
        .strictObject({
          id: id().describe('User id of the member of staff.'),
          displayName: z.string().describe('Name of the member of staff.'),
        })
        .nullable()
        .describe('Who switched it last; null if nobody has.'),
    })
    .meta({ id: 'Control' }),
);
export type ControlView = z.output<ReturnType<typeof control>>;

export const ListControls = declare({
  name: 'ListControls',
  method: 'get',
  path: '/staff/controls',
  access: 'staff',
  tag: 'Staff',
  summary: 'List the features that staff can switch off',
  description: 'Returns each feature, whether it is on, and who switched it last.',
  success: 200,
  answer: () => dataOf(z.array(control())),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
