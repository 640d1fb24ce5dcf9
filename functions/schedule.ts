import type { Settings } from './env.ts';

/** Cron expression -> the job messages it enqueues. */
export const crons: Readonly<Record<string, readonly Job[]>> = {
  '17 3 * * *': [{ kind: 'sweep-idempotency-keys' }],
  '*/5 * * * *': [],
};

export type Job = { readonly kind: 'sweep-idempotency-keys' };

export type JobRunner = (job: Job, settings: Settings) => Promise<void>;
