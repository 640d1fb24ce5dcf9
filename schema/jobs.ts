import * as z from 'zod';
import { lazy } from './lazy.ts';

/** What a cron trigger puts into the queue. A message may come twice: every job can be done again. */
export const job = lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sweep-idempotency-keys') }),
    z.strictObject({ kind: z.literal('sweep-identity') }),
    z.strictObject({ kind: z.literal('refresh-views') }),
    z.strictObject({ kind: z.literal('sweep-uploads') }),
    z.strictObject({ kind: z.literal('check-ownership') }),
    z.strictObject({ kind: z.literal('expire-unaccepted') }),
    z.strictObject({ kind: z.literal('approve-unanswered') }),
    z.strictObject({ kind: z.literal('tell-deadlines') }),
    z.strictObject({ kind: z.literal('cancel-old-drafts') }),
  ]),
);
export type Job = z.output<ReturnType<typeof job>>;
