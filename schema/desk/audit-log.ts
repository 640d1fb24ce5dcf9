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
      at: instant().describe('When the change was made.'),
      actor: z.strictObject({
        id: id().describe('User id of the member of staff.'),
        displayName: z.string().nullable().describe('Present name; null if the user does not exist any more.'),
      }),
      operation: z.string().describe('Name of the operation.').meta({ example: 'SuspendUser' }),
      object: z
        .string()
        .describe('Kind and id of the changed object, as in the path of the operation.')
        .meta({ example: 'users/42' }),
      requestId: z.string().describe('X-Request-Id of the request.'),
      data: z
        .record(z.string(), z.json())
        .describe('Body of the request, and the other ids in its path, after the id of the object.'),
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
  summary: 'List the changes by staff',
  description:
    'Newest first. Each change by staff has one entry, written in the same transaction. A request that was refused, or that was ' +
    'repeated with the same Idempotency-Key, has none. Entries are never changed or deleted.',
  query: () =>
    z.object({
      ...idPage(),
      actorId: pathId().optional().describe('Only changes by this user.'),
      operation: words(100).optional().describe('Only changes by the operation with this name.'),
      object: words(100).optional().describe('Only changes of this object, such as `users/42`.'),
    }),
  success: 200,
  answer: () => listOf(action()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});
