import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '../migrate.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { canReach, rootsOwnPlace, unprivilegedUser } from './postgres-binaries.ts';
import { createDatabaseOnce } from './postgres-cluster.ts';
import type { LocalSecrets } from './secrets.ts';

export interface Database {
  readonly postgres: Postgres;
  /** Of the role that owns the tables. */
  readonly adminUrl: string;
  /** Of the role that the Worker has. */
  readonly serviceUrl: string;
  stop(): Promise<void>;
}

const name = 'castline';

/** Postgres with the market's tables, and the passwords of its two roles. */
export async function startDatabase(dataDir: string, throwaway: boolean, secrets: LocalSecrets): Promise<Database> {
  const postgres = await startPostgres({
    dataDir: postgresData(dataDir, secrets),
    password: secrets.ownerPassword,
    throwaway,
    directoryToRemove: throwaway ? dataDir : '',
  });
  try {
    await createDatabaseOnce(postgres, name);
    const adminUrl = postgres.urlOf(name);
    await migrate(adminUrl, { servicePassword: secrets.servicePassword });
    const serviceUrl = `postgres://castline_service:${secrets.servicePassword}@127.0.0.1:${postgres.port}/${name}`;
    return { postgres, adminUrl, serviceUrl, stop: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

// Root's Postgres runs as nobody, who cannot come through a directory such as /root. The secrets name the place, so that
// data that lost its passwords is not found again.
function postgresData(dataDir: string, secrets: LocalSecrets): string {
  mkdirSync(dataDir, { recursive: true });
  const inside = path.join(dataDir, 'postgres', 'data');
  if (canReach(unprivilegedUser(), inside)) return inside;
  const place = createHash('sha256').update(secrets.ownerPassword).digest('hex').slice(0, 16);
  return path.join(rootsOwnPlace, place, 'data');
}
