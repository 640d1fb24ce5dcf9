import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';

const action = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the entry.'),
      at: instant().describe('When it was made.'),
      isRead: z.boolean().describe('Nothing changed.'),
      actor: z.strictObject({
        id: id().describe('User id of the member of staff.'),
        displayName: z.string().nullable().describe('Present name; null for no user.'),
      }),
      operation: z.string().describe('Name of the operation.').meta({ example: 'SuspendUser' }),
      object: z
        .string()
        .describe('Kind and id of the object, as in the path of the operation.')
        .meta({ example: 'users/42' }),
      requestId: z.string().describe('X-Request-Id of the request.'),
      data: z
        .record(z.string(), z.json())
        .describe('Body or query, and the other ids in the path. Texts of a query are `true`.'),
    })
    .meta({ id: 'StaffAction' }),
);
export type StaffActionView = z.output<ReturnType<typeof action>>;

export const ListStaffActions = declare({
  name: 'ListStaffActions',
  method: 'get',
  path: '/staff/audit-log',
  access: 'staff',
  tag: 'Staff',
  summary: 'List the changes and reads by staff',
  description:
    'Newest first. Each change by staff has one entry, written in the same transaction, and so has each read of data of users. ' +
    'Refused and repeated requests have none, and neither have HEAD requests, which show no data.',
  query: () =>
    z.object({
      ...idPage(),
      changes: z.literal('true').optional().describe('`true` lists only changes.'),
      actorId: pathId().optional().describe('Only by this user.'),
      operation: words(100).optional().describe('Only this operation.'),
      object: words(100).optional().describe('Only this object, such as `users/42`.'),
    }),
  success: 200,
  answer: () => listOf(action()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});
