import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startRedisServer } from '../local/endpoints/redis-server.ts';
import { type Environment, protocolFrom } from '../local/external-services.ts';
import type { Running } from '../local/process/running.ts';
import { type Stack, startStack } from '../local/stack.ts';
import { processAt } from './cpu.ts';
import type { Load, Sent } from './load.ts';
import { startProgram } from './programs/program.ts';
import { type Measure, metered, type Processes } from './throughput.ts';

export interface Bench {
  readonly stack: Stack;
  readonly client: pg.Client;
  /** For the role of `guest`. */
  readonly databaseUrl: string;
  /** The URL for the owner of the tables: the floor of a checkout posts transfers without checks. */
  readonly ownerUrl: string;
  readonly neonUrl: string;
  readonly redisUrl: string;
  readonly redisToken: string;
  readonly seconds: number;
  readonly rounds: number;
  /** The processes that every load uses. */
  readonly shared: Processes;
  /** Sends the load from a process of its own, and measures the process at its URL as the Worker. */
  readonly measure: Measure;
}

/** Starts the stack. The load, the Neon endpoint, the Redis endpoint and Redis have a process each. */
export async function startBench(
  running: Running,
  { dataDir, environment, ...settings }: { dataDir: string; environment: Environment; seconds: number; rounds: number },
): Promise<Bench> {
  const protocol = protocolFrom(environment.NEON_PROTOCOL || 'unnamed');
  const neonUrl = await running.keep(startProgram<object, string>('neon')).ask({ protocol });
  const redis = await startRedisServer();
  if (redis) running.keep(redis);
  const redisToken = randomBytes(16).toString('hex');
  const redisUrl = await running
    .keep(startProgram<object, string>('redis'))
    .ask({ token: redisToken, redisUrl: redis?.socket });
  const stack = running.keep(
    await startStack({
      dataDir,
      environment: {
        RATE_LIMIT_SCALE: '1000000',
        NEON_FETCH_ENDPOINT: `${neonUrl}/sql`,
        UPSTASH_REDIS_REST_URL: redisUrl,
        UPSTASH_REDIS_REST_TOKEN: redisToken,
      },
      isAsDeployed: true,
      log: () => undefined,
    }),
  );
  const { database } = stack.services;
  if (!database) throw new Error('the benchmark creates its own database: unset DATABASE_URL');
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  running.keep({ stop: () => client.end() });
  const load = running.keep(startProgram<Load, Sent>('load'));
  const shared: Processes = {
    endpoint: [processAt(neonUrl)],
    postgres: [database.postgres.pid ?? 0],
    load: [load.pid],
    redis: [processAt(redisUrl), ...(redis?.pid === undefined ? [] : [redis.pid])],
  };
  return {
    ...{ stack, client, neonUrl, redisUrl, redisToken, shared, ...settings },
    databaseUrl: database.urls.guest,
    ownerUrl: database.adminUrl,
    measure: (wanted) => metered({ ...shared, ...servedBy(wanted.url, neonUrl) }, () => load.ask(wanted)),
  };
}

const servedBy = (url: string, neonUrl: string): Processes => (url === neonUrl ? {} : { worker: [processAt(url)] });
