import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { inTurn, StoredChange } from './calls.ts';
import { refusalOf } from './failures.ts';
import { hexOf } from './hex.ts';
import { beside, examined, oneOfEach, type Query, type Rendered, render } from './statements.ts';

export { beside, examined, oneOfEach, type Query };

/** Postgres over Neon's HTTP endpoint: each call is one round trip. */
export interface Db {
  /** Runs one statement and returns its rows. It may change rows. */
  read<Row>(statement: Query<Row>): Promise<Row[]>;
  /** Runs two statements, and then others, in one round trip, as one transaction. When one fails, all do. */
  readBoth<One, Other>(
    one: Query<One>,
    other: Query<Other>,
    last?: readonly SQLWrapper[],
  ): Promise<readonly [One[], Other[]]>;
  /** Runs the statements as one transaction. Stored changes alone are one statement. */
  transaction(statements: readonly SQLWrapper[]): Promise<void>;
}

export interface DbSettings {
  readonly DATABASE_URL: string;
  readonly NEON_FETCH_ENDPOINT?: string | undefined;
}

const fetchTimeoutMs = 8_000;

export function openDb(settings: DbSettings): Db {
  const connected = () => clientOf(settings);
  return {
    async read<Row>({ statement, decode }: Query<Row>) {
      try {
        return rowsOf(await query(await connected(), statement)).map(decode);
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async readBoth<One, Other>(one: Query<One>, other: Query<Other>, last: readonly SQLWrapper[] = []) {
      try {
        const client = await connected();
        const all = [one.statement, other.statement, ...last].map((statement) => query(client, statement));
        const [rows, others] = await client.transaction(all);
        return [rowsOf(rows).map(one.decode), rowsOf(others).map(other.decode)] as const;
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async transaction(statements) {
      if (statements.length === 0) return;
      try {
        const client = await connected();
        if (statements.every((statement) => statement instanceof StoredChange)) await sent(client, inTurn(statements));
        else await client.transaction(statements.map((statement) => query(client, statement)));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

type Client = ReturnType<typeof connect>;

// The client of this isolate. It has no connection: each call is a request of its own. Another database replaces it, in tests.
let opened: { readonly settings: DbSettings; readonly client: Client } | undefined;

async function clientOf(settings: DbSettings): Promise<Client> {
  if (opened !== undefined && isSame(opened.settings, settings)) return opened.client;
  // The client is stored, not its promise: in workerd a request must not await a promise of another one.
  const client = connect(await openDriver(settings), settings);
  opened = { settings, client };
  return client;
}

const isSame = (one: DbSettings, other: DbSettings): boolean =>
  one.DATABASE_URL === other.DATABASE_URL && one.NEON_FETCH_ENDPOINT === other.NEON_FETCH_ENDPOINT;

function connect({ neon, types }: Awaited<ReturnType<typeof openDriver>>, settings: DbSettings) {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return BigInt;
    if (oid === timestamptz) return (text: string) => new Date(`${text.replace(' ', 'T')}:00`);
    return types.getTypeParser(oid, format);
  };
  return neon(settings.DATABASE_URL, { types: { getTypeParser } });
}

/** Neon's driver, configured. It is evaluated on first use, so that routes without a database start without it. */
export async function openDriver({ NEON_FETCH_ENDPOINT }: DbSettings) {
  const driver = await import('@neondatabase/serverless');
  if (NEON_FETCH_ENDPOINT) driver.neonConfig.fetchEndpoint = NEON_FETCH_ENDPOINT;
  driver.neonConfig.fetchFunction = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(fetchTimeoutMs) });
  return driver;
}

const query = (client: Client, statement: SQLWrapper) => sent(client, render(statement));

const sent = (client: Client, { text, params }: Rendered) => client.query(text, params.map(parameter));

/** An array as one parameter: drizzle would spread it into a list of them. */
export const array = (values: readonly (string | number | bigint)[]): SQL => sql`${sql.param(values)}`;

/** A value as one jsonb parameter. */
export const jsonb = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

/** A condition of a list: INVALID_CURSOR unless `source` has the cursor's row. Uncorrelated, so it is decided first. */
export const cursorGuard = (source: SQL): SQL => sql`(select guard(exists (select from ${source}), 'INVALID_CURSOR'))`;

/** Before it come all ids: the cursor of the first page of a list with the newest first. */
export const largestId = '9223372036854775807';

const int8 = 20;
const timestamptz = 1184;
function parameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return `\\x${hexOf(value)}`;
  if (Array.isArray(value)) return value.map(parameter);
  return value;
}

/** Safe: the driver gives an object for each row. */
const rowsOf = (rows: unknown) => rows as Readonly<Record<string, unknown>>[];
