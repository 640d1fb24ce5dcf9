import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';

/** A list has the newest sessions. */
export const maxSessions = 50;

const session = lazy(() =>
  z
    .strictObject({
      id: id().describe('Identifies the session.'),
      isCurrent: z.boolean().describe('The session of the token, or of the page.'),
      userAgent: z.string().nullable().describe('The program that signed in, as it names itself.'),
      ipAddress: z.string().nullable().describe('The address that signed in.'),
      createdAt: instant().describe('The sign-in.'),
      lastUsedAt: instant().describe('Last use, with a precision of a day.'),
      expiresAt: instant(),
    })
    .meta({ id: 'Session' }),
);
export type SessionView = z.output<ReturnType<typeof session>>;

const shared = { access: 'token', tag: 'Account', success: 200, idempotency: 'none' } as const;

export const ListSessions = declare({
  ...shared,
  name: 'ListSessions',
  method: 'get',
  path: '/me/sessions',
  summary: 'List your sessions',
  description: `Lists the newest ${maxSessions} sessions of the caller that have not ended, newest first.`,
  answer: () => z.strictObject({ data: z.array(session()).max(maxSessions) }),
  errors: [],
  rate: 'read',
});

export const EndSession = declare({
  ...shared,
  name: 'EndSession',
  method: 'delete',
  path: '/me/sessions/{id}',
  summary: 'End a session',
  description:
    'Signs the browser of the session out within a second. A token that the session has requested is valid until it expires, ' +
    'at most 15 minutes.',
  params: () => z.object({ id: pathId().describe('Id of the session.') }),
  answer: () => dataOf(z.strictObject({ id: id() })),
  errors: [],
  rate: 'write',
});

export const EndOtherSessions = declare({
  ...shared,
  name: 'EndOtherSessions',
  method: 'delete',
  path: '/me/sessions',
  summary: 'Sign out everywhere else',
  description: 'Ends all sessions of the caller but the one of the token or of the page. Returns their number.',
  answer: () => dataOf(z.strictObject({ ended: z.int().min(0).describe('The number of sessions that have ended.') })),
  errors: [],
  rate: 'write',
});
