import type { QueueName } from '../../functions/env.ts';
import type { EdgeFunction } from '../../functions/settings/index.ts';

/** The resources of an edge function besides its settings, which functions/settings lists. */
export interface FunctionResources {
  /** The Postgres role of its DATABASE_URL. The migrations grant its rights. */
  readonly databaseRole: string;
  /** The queues that it sends to. */
  readonly producers: readonly QueueName[];
  /** The edge functions that it calls, by the names of the bindings. */
  readonly services: Readonly<Record<string, EdgeFunction>>;
  /** It consumes every queue and runs the cron triggers. */
  readonly isConsumer: boolean;
  /** It serves the built files, and reads the bucket of public pictures. */
  readonly hasPublicFiles: boolean;
  /** The CPU time limit of one request in milliseconds, where it is above the default of 30,000. */
  readonly cpuMs: number | null;
  /** It runs near the database instead of near the caller. */
  readonly isNearDatabase: boolean;
  /** Its URLs contain no secrets, so Cloudflare may log them. */
  readonly hasInvocationLogs: boolean;
  /** The percentage of its requests that it logs, besides all failures. */
  readonly loggedRequestsPercent: number;
  /** The compressed size of all its modules. */
  readonly sizeLimitKiB: number;
  /** The compressed size of the modules that its start evaluates. */
  readonly startLimitKiB: number;
}

const none = {
  producers: [],
  services: {},
  isConsumer: false,
  hasPublicFiles: false,
  cpuMs: null,
  isNearDatabase: false,
  hasInvocationLogs: false,
  // A line costs 8 % of the CPU time of a catalog miss. The lines of `api` and `auth` explain who did what: these log everything.
  loggedRequestsPercent: 100,
} as const;

export const functionResources: Readonly<Record<EdgeFunction, FunctionResources>> = {
  guest: {
    ...none,
    databaseRole: 'castline_guest',
    producers: ['CLICKS'],
    hasPublicFiles: true,
    loggedRequestsPercent: 10,
    sizeLimitKiB: 250,
    startLimitKiB: 172,
  },
  auth: { ...none, databaseRole: 'castline_auth', producers: ['JOBS'], sizeLimitKiB: 400, startLimitKiB: 140 },
  api: {
    ...none,
    databaseRole: 'castline_service',
    // MAILS and CLICKS only for jobs that staff queues again.
    producers: ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS', 'CLICKS'],
    services: { AUTH: 'auth' },
    // A ZIP of 1 GiB takes about 31 s.
    cpuMs: 120_000,
    isNearDatabase: true,
    sizeLimitKiB: 1_024,
    startLimitKiB: 260,
  },
  jobs: {
    ...none,
    databaseRole: 'castline_jobs',
    producers: ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS'],
    isConsumer: true,
    hasInvocationLogs: true,
    sizeLimitKiB: 700,
    startLimitKiB: 60,
  },
};

/** The settings of an edge function that a deployment derives from its resources. */
export const varsOf = ({ loggedRequestsPercent }: FunctionResources): Record<string, string> =>
  loggedRequestsPercent === 100 ? {} : { LOGGED_REQUESTS_PERCENT: String(loggedRequestsPercent) };
