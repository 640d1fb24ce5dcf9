import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredTables } from '../../scripts/declared-tables.ts';
import { migrate, migrationsIn } from '../../scripts/migrate.ts';
import { functionSql } from '../../scripts/stored/function-sql.ts';
import { isCurrent } from '../../scripts/stored/migration-text.ts';
import { storedTexts } from '../../scripts/stored/stored-texts.ts';
import { shared } from '../support/stack/shared.ts';

/**
 * Every column, constraint and index of the schema. Foreign keys are identified by what they refer to, whatever their
 * name. A partitioned table counts as its parent, because db/tables cannot declare partitions.
 */
const everything = `
  select format('column %s.%s %s %s %s %s %s', c.oid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid), attidentity, attcollation::regcollation) as part
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = c.oid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'
  union all
  select format('constraint %s %s %s', conrelid::regclass, case when contype <> 'f' then conname end, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and conrelid::regclass::text <> 'schema_migrations'
    and not exists (select from pg_class where pg_class.oid = conrelid and relispartition)
  union all
  select 'index ' || replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
  where schemaname = 'public' and tablename <> 'schema_migrations' and not relispartition
  order by 1`;

/** The tables of db/tables. */
let inDrizzle: ReturnType<typeof generateDrizzleJson>;

const admin = new pg.Client(shared.adminDatabaseUrl);
const run = crypto.randomUUID().replaceAll('-', '');
const [made, migrated] = [databaseOf(`made_${run}`), databaseOf(`migrated_${run}`)];

function databaseOf(name: string) {
  const url = new URL(shared.adminDatabaseUrl);
  url.pathname = name;
  return { name, url: url.href, client: new pg.Client(url.href) };
}

beforeAll(async () => {
  await admin.connect();
  for (const { name, client } of [made, migrated]) {
    await admin.query(`create database ${name}`);
    await client.connect();
  }
  await made.client.query(readFileSync('db/migrations/0000_prerequisites.sql', 'utf8'));
  inDrizzle = generateDrizzleJson(await declaredTables());
  for (const statement of await generateMigration(generateDrizzleJson({}), inDrizzle))
    await made.client.query(statement);
  // Last, because the prerequisites reset the timeouts of the roles, which all databases of the stack share.
  await migrate(migrated.url);
});
afterAll(async () => {
  for (const { name, client } of [made, migrated]) {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
  }
  await admin.end();
});

async function partsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(everything);
  return rows.map(({ part }) => part);
}

/** The parts of the migrated database, which no comparison changes. */
let ours: readonly string[] | undefined;

/** The differences between the two databases. */
async function differences(): Promise<string[]> {
  ours ??= await partsOf(migrated.client);
  const declared = await partsOf(made.client);
  const only = (parts: readonly string[], others: readonly string[]) => parts.filter((part) => !others.includes(part));
  return [...only(ours, declared), ...only(declared, ours)];
}

test('the migrations create exactly the tables of db/tables', async () => {
  expect((await partsOf(made.client)).length).toBeGreaterThan(700);
  expect(await differences()).toEqual([]);
});

test('the snapshot of the last migration has the tables of db/tables, so that the next migration begins there', async () => {
  const snapshots = readdirSync('db/migrations/meta').filter((name) => name.endsWith('_snapshot.json'));
  const last = JSON.parse(readFileSync(`db/migrations/meta/${snapshots.sort().at(-1)}`, 'utf8'));
  expect(await generateMigration(last, inDrizzle)).toEqual([]);
});

describe('the comparison finds', () => {
  const changes: Record<string, string> = {
    'a column': 'alter table users add nickname text',
    'the type of a column': 'alter table quotes alter base type numeric',
    'a missing default': 'alter table channels alter position drop default',
    'a column that may be null': 'alter table creators alter bio drop not null',
    'an index': 'create index users_name on users (name)',
    'a missing index': 'drop index sessions_expiry',
    'another condition of an index': 'drop index users_suspended; create index users_suspended on users (id)',
    'a check': 'alter table users add check (length(name) < 100)',
    'a value of an enumeration': `alter table channels drop constraint channels_status_check;
      alter table channels add constraint channels_status_check check (status in ('ACTIVE', 'BLOCKED', 'REMOVED', 'SOLD'))`,
    'a missing foreign key': 'alter table sessions drop constraint sessions_user_id_users_id_fk',
    'a foreign key that deletes': `alter table channels drop constraint channels_creator_id_creators_user_id_fk;
      alter table channels add constraint channels_creator_id_creators_user_id_fk foreign key (creator_id) references creators on delete cascade`,
    'a table': 'create table undeclared (id bigint primary key)',
    'a partitioned table': 'create table undeclared (id bigint) partition by range (id)',
  };

  test.each(Object.entries(changes))('%s', async (_, change) => {
    await made.client.query('begin');
    try {
      await made.client.query(change);
      expect(await differences()).not.toEqual([]);
    } finally {
      await made.client.query('rollback');
    }
  });
});

/** The stored functions that the migrations create with other types than the tables have. */
async function outdatedFunctions(): Promise<string[]> {
  const migrations = migrationsIn().map(({ text }) => text);
  const outdated: string[] = [];
  for (const stored of await storedTexts())
    if (!isCurrent(migrations, stored, await functionSql(migrated.client, stored))) outdated.push(stored.name);
  return outdated;
}

test('the stored functions have the types of the tables: otherwise run "npm run stored"', async () => {
  expect(await outdatedFunctions()).toEqual([]);
});

test('a stored function is outdated when the type of one of its columns has changed', async () => {
  await migrated.client.query('begin');
  try {
    await migrated.client.query('alter table api_keys alter prefix type varchar(40)');
    expect(await outdatedFunctions()).toContain('key_by_prefix');
  } finally {
    await migrated.client.query('rollback');
  }
});
