import { openDb } from '../../../db/client.ts';
import type { JobCtx } from '../../../functions/context.ts';
import {
  approveUnanswered,
  expireUnaccepted,
  recordDeadlineEvents,
} from '../../../functions/placements/assignments/index.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { completeSettings } from '../complete-settings.ts';
import type { StackAddresses } from './stack.ts';

/** The jobs on assignments that only time triggers. */
const jobs = {
  'expire-unaccepted': expireUnaccepted,
  'approve-unanswered': approveUnanswered,
  'record-deadline-events': recordDeadlineEvents,
} as const;
export type TimedJob = keyof typeof jobs;
export const timedJobs: readonly TimedJob[] = ['expire-unaccepted', 'approve-unanswered', 'record-deadline-events'];

type Database = Pick<StackAddresses, 'databaseUrls' | 'neonUrl'>;

/** The context that the queue consumer gives a job, for the current time of a stack's database. */
export function jobContextOf({ databaseUrls, neonUrl }: Database): () => JobCtx {
  const settings = readSettings('jobs', {
    ...completeSettings,
    APP_ENV: 'development',
    DATABASE_URL: databaseUrls.jobs,
    NEON_FETCH_ENDPOINT: neonUrl,
  });
  return () => {
    const at = new Date();
    return { db: openDb(settings), settings, now: () => at, enqueue: async () => undefined, defer: () => undefined };
  };
}

/** Runs exactly one job on the database of a stack, as the queue consumer does. */
export function jobsOf(database: Database) {
  const context = jobContextOf(database);
  return {
    async run(kind: TimedJob): Promise<void> {
      const ctx = context();
      while ((await jobs[kind](ctx)).isMore);
    },
  };
}

export type Jobs = ReturnType<typeof jobsOf>;
