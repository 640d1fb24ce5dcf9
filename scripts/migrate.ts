import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runAsCommand } from './local/command.ts';
import { SetupProblem } from './local/setup-problem.ts';

export interface MigrateOptions {
  /** Lets castline_service, the role of the Worker, log in with this password. */
  servicePassword?: string | undefined;
  directory?: string;
}

/** Every file of db/migrations has been applied once, in the order of the names; gives those applied just now. */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { servicePassword, directory = migrationsDirectory } = options;
  const client = await connect(databaseUrl);
  try {
    await inTurn(client, async () => {
      await client.query(`create table if not exists schema_migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    });
    const applied: string[] = [];
    for (const name of readdirSync(directory)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const text = readFileSync(path.join(directory, name), 'utf8');
      if (await applyOnce(client, name, text)) applied.push(name);
    }
    if (servicePassword) await letServiceLogIn(client, servicePassword);
    return applied;
  } finally {
    await client.end();
  }
}

const migrationsDirectory = fileURLToPath(new URL('../db/migrations', import.meta.url));
const lock = 0x6361_7374; // any number, as long as every migration takes the same

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new SetupProblem(`The database at ${new URL(databaseUrl).host} cannot be used: ${messageOf(error)}.`);
  }
}

// A transaction's lock, not the session's: it also holds through a pooler such as Neon's.
async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function applyOnce(client: pg.Client, name: string, text: string): Promise<boolean> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return inTurn(client, async () => {
    const found = await client.query<{ sha256: string }>('select sha256 from schema_migrations where name = $1', [
      name,
    ]);
    const before = found.rows[0];
    if (before !== undefined && before.sha256 !== sha256) {
      throw new SetupProblem(
        `${name} has changed since it was applied: restore it, and make the change in a new migration.`,
      );
    }
    if (before !== undefined) return false;
    await client.query(text).catch((error: unknown) => {
      throw new SetupProblem(`${name} was not applied: ${messageOf(error)}${lineOf(error, text)}.`);
    });
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    return true;
  });
}

function letServiceLogIn(client: pg.Client, password: string): Promise<void> {
  return inTurn(client, async () => {
    await client.query(`alter role castline_service login password ${client.escapeLiteral(password)}`);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? error.message || String(('code' in error && error.code) || error.name)
    : String(error);
}

function lineOf(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? ` (line ${text.slice(0, position).split('\n').length})` : '';
}

await runAsCommand(import.meta.url, async () => {
  const { MIGRATION_DATABASE_URL, DATABASE_URL, SERVICE_DATABASE_PASSWORD } = process.env;
  const databaseUrl = MIGRATION_DATABASE_URL || DATABASE_URL;
  if (!databaseUrl) {
    throw new SetupProblem(
      'Set MIGRATION_DATABASE_URL (or DATABASE_URL) to the database of the role that owns the tables.',
    );
  }
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new SetupProblem('The database URL must look like postgres://user:password@host/database.');
  }
  const applied = await migrate(databaseUrl, { servicePassword: SERVICE_DATABASE_PASSWORD });
  console.log(applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`);
});
