import pg from 'pg';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from './endpoint.ts';
import { type Protocol, runStatements, type Statement } from './neon-pipeline.ts';
import type { Waves } from './waves.ts';

const isolationLevels: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};

export interface NeonOptions {
  readonly waves?: Waves;
  readonly protocol?: Protocol;
}

const poolSize = 40;

/** Serves the HTTP protocol of @neondatabase/serverless for the Postgres of the connection string. */
export async function startNeonEndpoint({ waves, protocol = 'named' }: NeonOptions = {}): Promise<Endpoint> {
  const pools = new Map<string, pg.Pool>();

  function poolFor(connectionString: string): pg.Pool {
    const known = pools.get(connectionString);
    if (known !== undefined) return known;
    const url = new URL(connectionString);
    url.search = '';
    const pool = new pg.Pool({
      connectionString: url.href,
      max: poolSize,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 4_000,
    });
    // A broken connection is replaced on demand; a query on it fails by itself.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    pools.set(connectionString, pool);
    return pool;
  }

  async function closePools(): Promise<void> {
    const closed = [...pools.values()].map((pool) => pool.end());
    pools.clear();
    await Promise.all(closed);
  }

  return startEndpoint({
    waves,
    handle: (request) => answer(poolFor, request, protocol),
    isDroppable: ({ body }) =>
      // A commit, as several statements or as one, or the single statement of a job that publishes events; not the log of an earlier request.
      body.startsWith('{"queries"')
        ? /\b(insert into|update|delete from) |"select changes\./.test(body)
        : /"select (case when )?changes\.(?!log_request_)|insert into (\\")?assignment_events/.test(body),
    whenStopped: closePools,
  });
}

async function answer(
  poolFor: (connectionString: string) => pg.Pool,
  request: Request,
  protocol: Protocol,
): Promise<Answer> {
  const connectionString = request.headers['neon-connection-string'];
  if (request.method !== 'POST' || request.path !== '/sql' || typeof connectionString !== 'string') {
    return json(404, { message: 'POST /sql with a Neon-Connection-String' });
  }
  try {
    const client = await poolFor(connectionString).connect();
    return { status: 200, body: await run(client, request, protocol) };
  } catch (error) {
    return refusal(error);
  }
}

async function run(client: pg.PoolClient, { body, headers }: Request, protocol: Protocol): Promise<string> {
  const request: Statement | { queries: Statement[] } = JSON.parse(body);
  const isBatch = 'queries' in request;
  let isBroken = false;
  try {
    if (!isBatch) return (await runStatements(client, [request], protocol))[0] ?? '{}';
    const statements = [{ query: begin(headers) }, ...request.queries, { query: 'COMMIT' }];
    const results = await runStatements(client, statements, protocol);
    if (!results.at(-1)?.startsWith('{"command":"COMMIT"')) throw new Error('the transaction was rolled back');
    return `{"results":[${results.slice(1, -1).join(',')}]}`;
  } catch (error) {
    isBroken = isStale(error) || (isBatch && !(await rollBack(client)));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function begin(headers: Request['headers']): string {
  const level = isolationLevels[String(headers['neon-batch-isolation-level'])];
  const isolation = level === undefined ? '' : ` ISOLATION LEVEL ${level}`;
  const readOnly = headers['neon-batch-read-only'] === 'true' ? ' READ ONLY' : '';
  const deferrable = headers['neon-batch-deferrable'] === 'true' ? ' DEFERRABLE' : '';
  return `BEGIN${isolation}${readOnly}${deferrable}`;
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

// A migration changed a table under a prepared statement: the connection must forget it.
function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '0A000' || error.code === '26000');
}

/** Neon answers 400 with a SQLSTATE for refusals of Postgres, and 5xx when it cannot reach Postgres. */
function refusal(error: unknown): Answer {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof pg.DatabaseError)) return json(500, { message: message || 'no connection', code: '08006' });
  if (isOutage(error)) return json(500, { message, code: error.code });
  const { severity, code, detail, hint, position, where, schema, table, column, dataType, constraint, routine } = error;
  const fields = {
    severity,
    code,
    detail,
    hint,
    position,
    where,
    schema,
    table,
    column,
    dataType,
    constraint,
    routine,
  };
  return json(400, { message, ...fields });
}

// Postgres stops, starts, or has no connection to spare: classes 57P and 53.
function isOutage({ code = '', severity }: pg.DatabaseError): boolean {
  return severity !== 'ERROR' && (code.startsWith('57P') || code.startsWith('53'));
}
