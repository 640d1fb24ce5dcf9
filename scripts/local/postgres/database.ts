import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { EdgeFunction } from '../../../functions/settings/index.ts';
import { functionResources } from '../../deploy/functions.ts';
import { migrate } from '../../migrate.ts';
import { type LocalSecrets, localSecrets } from '../secrets.ts';
import { copyDatabase, withClient } from './copied-database.ts';
import { lastingPool } from './lasting-pool.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { canReach, rootsOwnPlace, unprivilegedUser } from './postgres-binaries.ts';
import { createDatabaseOnce } from './postgres-cluster.ts';
import { resetOf } from './reset-database.ts';
import { copyOfTemplate } from './template.ts';

export interface Database {
  readonly postgres: Postgres;
  /** For the owner of the tables. */
  readonly adminUrl: string;
  /** For the roles of the edge functions. */
  readonly urls: Readonly<Record<EdgeFunction, string>>;
  /** Sets the clock offset that its triggers use. */
  moveClock(aheadMs: number): Promise<void>;
  /** Replaces the rows of a temporary database by those of a new one, with later ids: no id of a former row returns. Its triggers have the time of the machine. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const name = 'castline';
/** A copy of the empty database, in the data folder of temporary stacks. */
const emptyName = 'castline_empty';

/** Fills the data folder of a temporary stack with passwords and a migrated database, before a process runs on it. */
export async function fillThrowaway(dataDir: string): Promise<void> {
  if (!canReach(unprivilegedUser(), insideOf(dataDir))) return; // its data is elsewhere, see postgresData
  await copyOfTemplate(dataDir, async (directory) => {
    chmodSync(directory, 0o711); // Postgres cannot run as root and runs as `nobody`, and mkdtemp grants access to its owner only
    const database = await startDatabase(directory, true, localSecrets(directory));
    await copyDatabase(database.postgres.urlOf('postgres'), name, emptyName);
    await dropUnusedDatabases(database);
    await database.stop();
  });
}

/** Postgres with the market's tables, and the passwords of its roles. */
export async function startDatabase(
  dataDir: string,
  throwaway: boolean,
  secrets: LocalSecrets,
  creditPriceRaw = '1000',
): Promise<Database> {
  const data = postgresData(dataDir, secrets);
  const isCopied = throwaway && existsSync(path.join(data, 'PG_VERSION'));
  const postgres = await startPostgres({
    dataDir: data,
    password: secrets.ownerPassword,
    throwaway,
    directoryToRemove: throwaway ? dataDir : '',
  });
  try {
    const adminUrl = postgres.urlOf(name);
    const passwords = {
      guest: secrets.guestPassword,
      auth: secrets.authPassword,
      api: secrets.servicePassword,
      jobs: secrets.jobsPassword,
    };
    if (!isCopied) await createDatabaseOnce(postgres, name);
    if (!isCopied || creditPriceRaw !== '1000') await migrate(adminUrl, { passwords, creditPriceRaw });
    const urlOf = (edgeFunction: EdgeFunction) =>
      `postgres://${functionResources[edgeFunction].databaseRole}:${passwords[edgeFunction]}@127.0.0.1:${postgres.port}/${name}`;
    const admin = lastingPool(adminUrl, 1);
    const reset = resetOf({ pool: admin, name, emptyName, urlOf: postgres.urlOf });
    return {
      postgres,
      adminUrl,
      urls: { guest: urlOf('guest'), auth: urlOf('auth'), api: urlOf('api'), jobs: urlOf('jobs') },
      moveClock: (aheadMs) => moveClock(admin, aheadMs),
      async reset() {
        await reset();
        await moveClock(admin, 0);
        truncateSync(postgres.logFile);
      },
      async stop() {
        await admin.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Nothing uses template0 and postgres, which would be half of each copy. */
const dropUnusedDatabases = ({ adminUrl }: Database): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query("update pg_database set datistemplate = false where datname = 'template0'");
    for (const unused of ['template0', 'postgres']) await client.query(`drop database ${unused}`);
  });

async function moveClock(admin: pg.Pool, aheadMs: number): Promise<void> {
  await admin.query(`create or replace function market_now() returns timestamptz language sql stable
    as $$ select now() + interval '${aheadMs} milliseconds' $$`);
}

const insideOf = (dataDir: string): string => path.join(dataDir, 'postgres', 'data');

// For root, Postgres runs as `nobody`, who cannot enter a directory such as /root. The secrets name the place, so data
// without its passwords is never reused.
function postgresData(dataDir: string, secrets: LocalSecrets): string {
  mkdirSync(dataDir, { recursive: true });
  const inside = insideOf(dataDir);
  if (canReach(unprivilegedUser(), inside)) return inside;
  const place = createHash('sha256').update(secrets.ownerPassword).digest('hex').slice(0, 16);
  return path.join(rootsOwnPlace, place, 'data');
}
