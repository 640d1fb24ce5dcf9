import { openDb } from '../../db/client.ts';
import { approveUnanswered, expireUnaccepted, tellDeadlines } from '../../functions/assignments/index.ts';
import type { JobCtx } from '../../functions/context.ts';
import { readSettings } from '../../functions/env.ts';
import type { StackAddresses } from './stack.ts';

/** The work that time alone does to assignments. */
const jobs = {
  'expire-unaccepted': expireUnaccepted,
  'approve-unanswered': approveUnanswered,
  'tell-deadlines': tellDeadlines,
} as const;
export type TimedJob = keyof typeof jobs;
export const timedJobs: readonly TimedJob[] = ['expire-unaccepted', 'approve-unanswered', 'tell-deadlines'];

type Database = Pick<StackAddresses, 'databaseUrl' | 'neonUrl'>;

/** What the consumer of the queue gives a job, on the database of a stack: of this moment, each time. */
export function jobContextOf({ databaseUrl, neonUrl }: Database): () => JobCtx {
  const settings = readSettings({
    APP_ENV: 'development',
    BASE_URL: 'http://localhost',
    DATABASE_URL: databaseUrl,
    NEON_FETCH_ENDPOINT: neonUrl,
    UPSTASH_REDIS_REST_URL: 'http://localhost',
    UPSTASH_REDIS_REST_TOKEN: 'none',
    AUTH_SECRET: 'x'.repeat(32),
    ...{ S3_ENDPOINT: 'http://localhost', S3_BUCKET: 'none', S3_ACCESS_KEY_ID: 'none', S3_SECRET_ACCESS_KEY: 'none' },
  });
  return () => {
    const at = new Date();
    return { db: openDb(settings), settings, now: () => at, enqueue: async () => undefined };
  };
}

/** Does one job, and no other, as the consumer of the queue does it, on the database of a stack. */
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
