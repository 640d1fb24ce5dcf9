import type { SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Db } from '../../db/client.ts';
import { rendered } from './neon-request.ts';

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** How Postgres has run a statement, with its times in milliseconds. */
interface Explained {
  readonly Plan: Plan;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** The first statement that a verb sends. It gets no rows. */
export async function statementOf(run: (db: Db) => Promise<unknown>): Promise<SQLWrapper> {
  let sent: SQLWrapper | undefined;
  const unexpected = () => Promise.reject(new Error('the verb must begin with one statement'));
  const read: Db['read'] = async ({ statement }) => {
    sent ??= statement;
    return [];
  };
  const failure = await run({ read, readBoth: unexpected, transaction: unexpected }).catch((error: unknown) => error);
  if (sent === undefined) throw new Error('the verb sent no statement', { cause: failure });
  return sent;
}

/** Runs a statement and takes its changes back. */
export async function explain(client: ClientBase, statement: SQLWrapper): Promise<Explained> {
  const { query, params } = rendered(sql`explain (analyze, timing off, format json) ${statement}`);
  await client.query('begin');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly Explained[] }>({ text: query, values: [...params] });
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (explained === undefined) throw new Error('Postgres has explained nothing');
    return explained;
  } finally {
    await client.query('rollback');
  }
}

/** Planning and execution. */
export const databaseMs = (explained: Explained): number => explained['Planning Time'] + explained['Execution Time'];

/** The pages of tables and indexes that it has read. */
export const blocksOf = ({ Plan: plan }: Explained): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
