import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { LocalClock } from './clock.ts';
import { startDnsEndpoint } from './endpoints/dns-endpoint.ts';
import { startMailEndpoint } from './endpoints/mail-endpoint.ts';
import { startNeonEndpoint } from './endpoints/neon-endpoint.ts';
import { startRedisServer } from './endpoints/redis-server.ts';
import { startSocialSimulator } from './endpoints/social-simulator/index.ts';
import { startUpstashEndpoint } from './endpoints/upstash-endpoint.ts';
import { startVirusEndpoint } from './endpoints/virus-endpoint.ts';
import { Waves } from './endpoints/waves.ts';
import { type Environment, externalServices, protocolFrom } from './external-services.ts';
import type { ServiceParts } from './parts.ts';
import { type Database, fillThrowaway, startDatabase } from './postgres/database.ts';
import { type Stoppable, startAll } from './process/running.ts';
import { localSecrets } from './secrets.ts';
import { bindingsFrom, type FunctionBindings } from './workers/worker-bindings.ts';

export interface ServiceOptions {
  /** The data folder. */
  dataDir: string;
  /** Temporary: data is not synced to disk, and `dataDir` is removed with this process. */
  throwaway?: boolean;
  /** Settings of the edge functions and of external services. External services are not started here. */
  environment?: Environment;
  /** The clock offset of a new data folder in milliseconds; 0 by default, negative for a start in the past. */
  clockStartsMs?: number;
  /** The side of the simulated accounts' pictures in pixels. */
  pictureSide?: number;
}

export interface Services extends ServiceParts {
  readonly mailDir: string;
  /** The time of the edge functions and the simulators. */
  readonly clock: LocalClock;
  /** Counts the round trips to Postgres, Redis, the resolver, the virus scanner, and the simulators of tests. */
  readonly waves: Waves;
  /**
   * The settings of each edge function, for the URL at which they are reached, and the one of the object store. Another environment than that of
   * the start may change only settings that place no service elsewhere.
   */
  bindings(baseUrl: string, storeUrl?: string, environment?: Environment): FunctionBindings;
  /** Makes the services of a temporary stack as new, at the same addresses. The clock continues. No request may arrive meanwhile. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Postgres, Redis, email, DNS, a virus scanner and the social platforms, each with the protocol that the edge functions use
 * in production.
 */
export function startServices(options: ServiceOptions): Promise<Services> {
  const { dataDir, throwaway = false, environment = {}, clockStartsMs = 0, pictureSide } = options;
  return startAll(async (running) => {
    const elsewhere = externalServices(environment);
    if (throwaway) running.keep(await temporary(dataDir));
    if (throwaway && !elsewhere.database) await fillThrowaway(dataDir);
    const secrets = localSecrets(dataDir);
    const mailDir = path.join(dataDir, 'mail');
    const redis = elsewhere.redis || environment.REDIS_URL ? undefined : await startRedisServer();
    if (redis) running.keep(redis);
    const redisUrl = environment.REDIS_URL || redis?.socket;
    const database = elsewhere.database
      ? undefined
      : running.keep(await startDatabase(dataDir, throwaway, secrets, environment.CREDIT_PRICE_RAW || undefined));
    const clock = await clockOf(dataDir, database, clockStartsMs, throwaway);
    const mailbox = { directory: mailDir, token: secrets.mailToken, clock };
    const waves = new Waves();
    const neon = elsewhere.neon
      ? undefined
      : running.keep(await startNeonEndpoint({ waves, protocol: protocolFrom(environment.NEON_PROTOCOL) }));
    const upstash = elsewhere.redis
      ? undefined
      : running.keep(await startUpstashEndpoint({ token: secrets.redisToken, redisUrl, waves }));
    const mail = elsewhere.mail ? undefined : running.keep(await startMailEndpoint(mailbox));
    const social = elsewhere.social
      ? undefined
      : running.keep(
          await startSocialSimulator({
            ...secrets,
            clock,
            file: throwaway ? undefined : simulatorFile(dataDir),
            pictureSide,
          }),
        );
    const dns = elsewhere.dns ? undefined : running.keep(await startDnsEndpoint({ asksTheWorld: !throwaway, waves }));
    const scanner = elsewhere.scanner ? undefined : running.keep(await startVirusEndpoint(secrets.scannerToken, waves));
    const parts = { database, neon, upstash, mail, social, dns, scanner };
    const bindings = (baseUrl: string, storeUrl = baseUrl, given = environment) =>
      bindingsFrom(parts, secrets, given, { baseUrl, storeUrl });
    async function reset(): Promise<void> {
      await database?.reset();
      waves.end();
      await Promise.all([neon, upstash, mail, social, dns, scanner].map((endpoint) => endpoint?.reset()));
    }

    return { ...parts, waves, mailDir, clock, bindings, reset, stop: () => running.stop() };
  });
}

const simulatorFile = (dataDir: string): string => path.join(dataDir, 'simulator.json');

/** Only the local database has triggers that follow the clock. With an external database the clock is that of the machine. */
async function clockOf(
  dataDir: string,
  database: Database | undefined,
  startsMs: number,
  isNew: boolean,
): Promise<LocalClock> {
  if (database === undefined)
    return new LocalClock(null, async () => {
      throw new RangeError('The clock moves only with the local database. Unset DATABASE_URL.');
    });
  const prepare = async (aheadMs: number) => {
    // A database stopped by a control request gets the time when it starts again.
    if (database.postgres.pid !== undefined) await database.moveClock(aheadMs);
  };
  const clock = new LocalClock(dataDir, prepare, startsMs);
  // Also for 0, because the data folder can contain the moves of an earlier run.
  if (!isNew || clock.aheadMs !== 0) await database.moveClock(clock.aheadMs);
  return clock;
}

// Accessible to all: for root, Postgres runs as `nobody`, and mkdtemp grants access to its owner only.
async function temporary(directory: string): Promise<Stoppable> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o711);
  return { stop: () => rm(directory, { recursive: true, force: true }) };
}
