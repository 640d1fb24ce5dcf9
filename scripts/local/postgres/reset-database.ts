import type pg from 'pg';
import { copyDatabase, withClient } from './copied-database.ts';

export interface Resettable {
  /** Open connections to the database, as the owner of its tables. */
  readonly pool: pg.Pool;
  readonly name: string;
  /** A copy of the database as it was when it was new. */
  readonly emptyName: string;
  urlOf(database: string): string;
}

/**
 * Returns a function that gives a temporary database the rows of a new one. No id of a former row returns. It deletes rows where it can, because
 * after a copy every connection is new: it reads the catalogs and plans its statements again, which took a sixth of the CPU of the suite.
 */
export function resetOf(database: Resettable): () => Promise<void> {
  let asNew: AsNew | undefined;
  return async () => {
    asNew ??= await withClient(database.urlOf(database.emptyName), stateAsNew);
    await database.pool.query(endOtherTransactions);
    const { last, ...changes } = await stateOf(database.pool);
    // A test of large ids has moved a sequence, and other tests read ids as int4.
    if (last > 2 ** 30) throw new Error('the ids of this database are too large');
    const canDelete =
      changes.schema === asNew.schema && !changes.isAnalyzed && changes.bytes < asNew.bytes + mostLeftBytes;
    if (!canDelete || !(await isEmptied(database.pool, asNew))) await replace(database);
  };
}

/** Also sessions that hold a lock. */
const endOtherTransactions =
  'select pg_terminate_backend(pid, 1000) from (select distinct pid from pg_locks where pid <> pg_backend_pid()) _';

/** Deleted rows keep their space until a vacuum. */
const mostLeftBytes = 32 * 1024 ** 2;

interface AsNew {
  readonly schema: string;
  readonly bytes: number;
  readonly tables: readonly string[];
  /** As JSON, by the names of their tables. */
  readonly rows: ReadonlyMap<string, string>;
}

/**
 * What a deletion of rows does not undo: changes of tables, functions, triggers, constraints and rights; the statistics of a test of plans; space.
 * Partitions do not count, which a job creates. `last` is the largest id.
 */
const stateNow = `with classes as (
    select oid, xmin from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
  select
    (select md5(string_agg(part, ',' order by part)) from (
       select 'class' || oid || ':' || xmin from classes
       union all select 'column' || attrelid || '.' || attnum || ':' || xmin from pg_attribute where attrelid in (select oid from classes)
       union all select 'trigger' || oid || ':' || xmin from pg_trigger where tgrelid in (select oid from classes)
       union all select 'constraint' || oid || ':' || xmin from pg_constraint where conrelid in (select oid from classes)
       union all select 'function' || oid || ':' || xmin from pg_proc
         where pronamespace = 'public'::regnamespace and proname <> 'market_now'
       union all select 'schema' || oid || ':' || xmin from pg_namespace where nspname !~ '^pg_(toast_)?temp_') _(part)) as schema,
    exists (select from pg_stat_user_tables where last_analyze is not null or last_vacuum is not null) as "isAnalyzed",
    (select sum(pg_relation_size(oid))::float8 from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')) as bytes,
    (select coalesce(max(last_value), 0)::float8 from pg_sequences) as last`;

type State = Pick<AsNew, 'schema' | 'bytes'> & { readonly isAnalyzed: boolean; readonly last: number };
type Queries = Pick<pg.ClientBase, 'query'>;

const stateOf = async (client: pg.Pool | pg.Client): Promise<State> =>
  (await client.query<State>({ name: 'state_now', text: stateNow })).rows[0] as State;

async function stateAsNew(client: pg.Client): Promise<AsNew> {
  const rows = new Map<string, string>();
  const tables = await tablesNow(client);
  for (const table of await filledOf(client, tables)) {
    const found = await client.query<{ rows: string }>(`select json_agg(t)::text as rows from ${table} t`);
    rows.set(table, found.rows[0]?.rows ?? '[]');
  }
  return { ...(await stateOf(client)), tables, rows };
}

const namesOf = async (client: Queries, name: string, text: string): Promise<string[]> =>
  (await client.query<{ name: string }>({ name, text })).rows.map((row) => row.name);

const tablesNow = (client: Queries): Promise<string[]> =>
  namesOf(
    client,
    'tables',
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`,
  );

const filledOf = (client: Queries, tables: readonly string[]): Promise<string[]> =>
  namesOf(
    client,
    'filled_tables',
    tables.map((table) => `select '${table}' as name where exists (select from ${table})`).join(' union all '),
  );

/** Whether the rows could be deleted: false if something holds a lock again. */
async function isEmptied(pool: pg.Pool, asNew: AsNew): Promise<boolean> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query("begin; set local session_replication_role = replica; set local lock_timeout = '1s'");
    const filled = await filledOf(client, asNew.tables);
    const partitions = (await tablesNow(client)).filter((table) => !asNew.tables.includes(table));
    await client.query(
      [...partitions.map((table) => `drop table ${table}`), ...filled.map((table) => `delete from ${table}`)].join(';'),
    );
    for (const [table, rows] of asNew.rows) await insert(client, table, rows);
    await client.query('set local session_replication_role = origin; select catalog_renew_epoch(); commit');
    isDone = true;
  } catch (error) {
    console.error('The rows of a temporary database could not be deleted, and the database is replaced:', error);
  } finally {
    client.release(!isDone);
  }
  return isDone;
}

async function insert(client: Queries, table: string, rows: string): Promise<void> {
  const found = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = found.rows[0]?.columns;
  await client.query(
    `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [rows],
  );
}

/** Replaces the database by a copy, whose sequences continue. */
async function replace({ pool, name, emptyName, urlOf }: Resettable): Promise<void> {
  const { rows } = await pool.query<{ sequence: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as last from pg_sequences
     where last_value is not null`,
  );
  await copyDatabase(urlOf('template1'), emptyName, name);
  await withClient(urlOf(name), async (client) => {
    await client.query(
      'select setval(sequence::regclass, last) from unnest($1::text[], $2::bigint[]) _(sequence, last)',
      [rows.map(({ sequence }) => sequence), rows.map(({ last }) => last)],
    );
    await client.query('select catalog_renew_epoch()');
  });
}
