import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';

const staffs = { access: 'staff', tag: 'Staff' } as const;

const deadLetterActions = ['requeue'] as const;
/** Days until a dead letter is deleted. */
export const deadLetterDays = 90;
/** Older dead letters are deleted when there are more. */
export const maxDeadLetters = 10_000;

const deadLetter = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the dead letter.'),
      at: instant().describe('When the job had failed at every attempt.'),
      queue: z.string().nullable().describe('Queue of the job; null if the message is no job of this version.'),
      kind: z.string().nullable().describe('Kind of the job; null if the message is no job of this version.'),
      attempts: z
        .int()
        .nullable()
        .describe('Number of failed attempts; null if the message is no job of this version.'),
      body: z.record(z.string(), z.json()).describe('The message.'),
      requeuedAt: instant().nullable().describe('When staff queued it again; null until then.'),
      requeuerId: id().nullable().describe('User id of the member of staff who queued it again; null until then.'),
      allowedActions: z
        .array(z.enum(deadLetterActions))
        .describe('What is allowed now. A click cannot be queued again: its visitor is not stored.'),
    })
    .meta({ id: 'DeadLetter' }),
);
export type DeadLetterView = z.output<ReturnType<typeof deadLetter>>;

export const ListDeadLetters = declare({
  ...staffs,
  name: 'ListDeadLetters',
  method: 'get',
  path: '/staff/dead-letters',
  summary: 'List jobs that failed at every attempt',
  description: `Newest first. The newest ${maxDeadLetters} are kept, for ${deadLetterDays} days. The logs have the causes.`,
  query: () =>
    z.object({
      ...idPage(),
      kind: words(100).optional().describe('Only jobs of this kind.'),
      waiting: z.literal('true').optional().describe('`true` lists only those that nobody has queued again.'),
    }),
  success: 200,
  answer: () => listOf(deadLetter()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const RequeueDeadLetter = declare({
  ...staffs,
  name: 'RequeueDeadLetter',
  method: 'post',
  path: '/staff/dead-letters/{id}/requeue',
  summary: 'Queue a failed job again',
  description:
    'Sends the job to its queue once more. A second request returns 409 INVALID_STATE. If the job fails at every attempt again, ' +
    'there is a new dead letter.',
  params: () => z.object({ id: pathId().describe('Id of the dead letter.') }),
  success: 200,
  answer: () => dataOf(deadLetter()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});

/** Larger counts stop here, so that the status of a service that is late stays quick. */
export const maxWaiting = 10_000;

const waiting = lazy(() =>
  z
    .strictObject({
      count: z.int().min(0).max(maxWaiting).describe(`Number of items, at most ${maxWaiting}, also if there are more.`),
      oldestAt: instant().nullable().describe('Since when the oldest of them waits; null if there are none.'),
    })
    .meta({ id: 'WaitingWork' }),
);
export type WaitingWorkView = z.output<ReturnType<typeof waiting>>;

const status = lazy(() =>
  z
    .strictObject({
      at: instant().describe('Time of the status.'),
      outbox: waiting().describe('Events whose messages are not written yet.'),
      mails: waiting().describe('Emails that are due.'),
      webhooks: waiting().describe('Calls of webhook endpoints that are due.'),
      undecidedPosts: waiting().describe('Posts of campaigns whose moderation window has ended, without a decision.'),
      deadLetters: waiting().describe('Jobs that failed at every attempt, and that nobody has queued again.'),
      scans: z
        .array(
          z.strictObject({
            platform: z.enum(platforms),
            posts: waiting().describe('Posts of assignments and campaigns that are due to be measured.'),
            factoryAccounts: waiting().describe('Accounts of content factories that are due to be scanned.'),
          }),
        )
        .describe('Scans that are due, by platform.'),
      alarms: z
        .array(
          z.strictObject({
            alarm: z.string().describe('The state that should have changed, or that must never be.'),
            ids: z
              .array(z.string())
              .describe('The first twenty ids of assignments, users or transfers, as the alarm says.'),
          }),
        )
        .describe('Alarms at this moment. The logs raise the same ones every five minutes.'),
    })
    .meta({ id: 'ServiceStatus' }),
);
export type ServiceStatusView = z.output<ReturnType<typeof status>>;

export const GetServiceStatus = declare({
  ...staffs,
  name: 'GetServiceStatus',
  method: 'get',
  path: '/staff/status',
  summary: 'Get the state of background work',
  description:
    'Returns how much work waits, and since when. Work that is on time waits for a minute or two. All numbers are of one moment.',
  success: 200,
  answer: () => dataOf(status()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
