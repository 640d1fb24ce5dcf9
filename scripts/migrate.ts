import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EdgeFunction, edgeFunctions } from '../functions/settings/index.ts';
import { functionResources } from './deploy/functions.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';

export interface MigrateOptions {
  /** Lets the roles of edge functions log in, each with its password. */
  passwords?: Readonly<Partial<Record<EdgeFunction, string | undefined>>>;
  /** Millionths of USDT for one credit, as a text; undefined keeps the price. */
  creditPriceRaw?: string | undefined;
  directory?: string;
}

/**
 * Applies the missing files of db/migrations in the order of their names, and returns their names. Each file is a
 * transaction. A file of concurrent index builds runs outside of one, and may contain only such statements.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { passwords = {}, creditPriceRaw, directory = migrationsDirectory } = options;
  const client = await connect(databaseUrl);
  try {
    await inTurn(client, async () => {
      await client.query(`create table if not exists schema_migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    });
    const migrations = migrationsIn(directory);
    await refuseForeign(
      client,
      migrations.map(({ name }) => name),
    );
    const applied: string[] = [];
    for (const { name, text } of migrations) {
      if (await applyOnce(client, databaseUrl, name, text)) applied.push(name);
    }
    await letLogIn(client, passwords);
    if (creditPriceRaw) await setCreditPrice(client, creditPriceRaw);
    return applied;
  } finally {
    await client.end();
  }
}

/** The migrations in the order in which they are applied. */
export const migrationsIn = (directory = migrationsDirectory): { name: string; text: string }[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(directory, name), 'utf8') }));

const migrationsDirectory = fileURLToPath(new URL('../db/migrations', import.meta.url));
const lock = 0x6361_7374; // any number, as long as every migration uses the same

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new SetupProblem(`The database at ${new URL(databaseUrl).host} cannot be used: ${messageOf(error)}.`);
  }
}

// The lock belongs to the transaction, not the session, so it also works through a pooler such as Neon's.
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

/** Refuses a database with unknown migrations: its tables differ from those that the files expect. */
async function refuseForeign(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where name <> all ($1) order by 1 limit 1',
    [names],
  );
  if (rows[0] === undefined) return;
  throw new SetupProblem(
    `The database has the migration ${rows[0].name}, which is unknown to this version. Use a later version or a new database ` +
      '(locally: stop the market and delete its data folder).',
  );
}

function applyOnce(client: pg.Client, databaseUrl: string, name: string, text: string): Promise<boolean> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return inTurn(client, async () => {
    // Without a parameter: its portal would keep a snapshot open, and block a concurrent index build.
    const found = await client.query<{ sha256: string }>(
      `select sha256 from schema_migrations where name = ${client.escapeLiteral(name)}`,
    );
    const before = found.rows[0];
    if (before !== undefined && before.sha256 !== sha256) {
      throw new SetupProblem(
        `${name} has changed since it was applied. Restore it, and write a new migration for the change.`,
      );
    }
    if (before !== undefined) return false;
    await (isConcurrent(text) ? buildIndexes(databaseUrl, text) : client.query(text)).catch((error: unknown) => {
      throw new SetupProblem(`${name} was not applied: ${messageOf(error)}${lineOf(error, text)}.`);
    });
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    return true;
  });
}

const withoutComments = (text: string) => text.replace(/^\s*--.*$/gm, '');
const isConcurrent = (text: string) => /\bconcurrently\b/i.test(withoutComments(text));

/**
 * Builds indexes beside the transaction with the migration lock, because Postgres refuses concurrent builds in one. An
 * interrupted build leaves an invalid index, which the next run drops first.
 */
async function buildIndexes(databaseUrl: string, text: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    for (const statement of withoutComments(text)
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')) {
      const [, isCreated, index = ''] =
        /^(create (?:unique )?|drop )index concurrently (?:if exists )?"?(\w+)"?/i.exec(statement) ?? [];
      if (isCreated === undefined)
        throw new SetupProblem('a file with concurrently built indexes must not contain other statements');
      if (/^create/i.test(isCreated) && (await isBuilt(client, index))) continue;
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

/** Whether an earlier run has built the index. An index of an interrupted build is dropped. */
async function isBuilt(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1',
    [index],
  );
  if (rows[0]?.isValid === false) await client.query(`drop index concurrently ${client.escapeIdentifier(index)}`);
  return rows[0]?.isValid === true;
}

/** Replaces the price that purchases of credits are checked against, if it has changed. */
function setCreditPrice(client: pg.Client, price: string): Promise<void> {
  if (!/^[1-9]\d{0,9}$/.test(price)) throw new SetupProblem('CREDIT_PRICE_RAW must be a whole number from 1.');
  return inTurn(client, async () => {
    const { rows } = await client.query('select from credit_price() price where price = $1::bigint', [price]);
    if (rows.length > 0) return;
    await client.query(
      `create or replace function credit_price() returns bigint language sql immutable as 'select ${price}::bigint'`,
    );
  });
}

function letLogIn(client: pg.Client, passwords: NonNullable<MigrateOptions['passwords']>): Promise<void> {
  return inTurn(client, async () => {
    for (const name of edgeFunctions) {
      const { [name]: password } = passwords;
      const role = client.escapeIdentifier(functionResources[name].databaseRole);
      if (password) await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`);
    }
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
  const { MIGRATION_DATABASE_URL, DATABASE_URL } = process.env;
  const databaseUrl = MIGRATION_DATABASE_URL || DATABASE_URL;
  if (!databaseUrl) {
    throw new SetupProblem(
      'Set MIGRATION_DATABASE_URL (or DATABASE_URL) to the database of the role that owns the tables.',
    );
  }
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new SetupProblem('The database URL must look like postgres://user:password@host/database.');
  }
  const passwords = {
    guest: process.env.GUEST_DATABASE_PASSWORD,
    auth: process.env.AUTH_DATABASE_PASSWORD,
    api: process.env.SERVICE_DATABASE_PASSWORD,
    jobs: process.env.JOBS_DATABASE_PASSWORD,
  };
  const applied = await migrate(databaseUrl, { passwords, creditPriceRaw: process.env.CREDIT_PRICE_RAW });
  console.log(applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`);
});
