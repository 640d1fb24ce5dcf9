import { neon, neonConfig } from '@neondatabase/serverless';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlOf } from '../support/stack/control.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let doomed: OwnStack;
beforeAll(async () => {
  [stack, doomed] = await Promise.all([startStack({ hasProcesses: isFullDepth }), startStack()]);
});
afterAll(() => stack.stop());

// The driver has one endpoint in a process, and clients of other test files in it go on.
const { fetchEndpoint } = neonConfig;
afterAll(() => {
  neonConfig.fetchEndpoint = fetchEndpoint;
});

function sqlOn({ neonUrl, databaseUrl }: { neonUrl: string; databaseUrl: string }) {
  neonConfig.fetchEndpoint = neonUrl;
  return neon(databaseUrl);
}

test('a batch that fails in its second statement changes nothing, and returns the first error', async () => {
  const sql = sqlOn({ neonUrl: stack.neonUrl, databaseUrl: stack.adminDatabaseUrl });
  await sql`create schema if not exists probe`;
  await sql`create table if not exists probe.once (id int primary key)`;
  const batch = sql.transaction([
    sql`insert into probe.once values (1)`,
    sql`insert into probe.once values (1)`,
    sql`select 1 / 0`,
  ]);
  await expect(batch).rejects.toMatchObject({ code: '23505', constraint: 'once_pkey' });
  expect(await sql`select * from probe.once`).toEqual([]);
});

test('a deferred constraint that fails at the commit fails the batch', async () => {
  const sql = sqlOn({ neonUrl: stack.neonUrl, databaseUrl: stack.adminDatabaseUrl });
  await sql`create schema if not exists probe`;
  await sql`create table if not exists probe.deferred (id int unique deferrable initially deferred)`;
  const batch = sql.transaction([
    sql`insert into probe.deferred values (1)`,
    sql`insert into probe.deferred values (1)`,
  ]);
  await expect(batch).rejects.toMatchObject({ code: '23505' });
  expect(await sql`select * from probe.deferred`).toEqual([]);
});

test('a commit remains when its reply is lost', async () => {
  const sql = sqlOn({ ...stack, databaseUrl: stack.adminDatabaseUrl });
  await sql`create table kept (id int)`;
  await controlOf(stack.controlUrl).neon('drop-next-reply');
  await expect(sql.transaction([sql`insert into kept values (1)`])).rejects.toThrow('Error connecting');
  expect(await sql`select * from kept`).toEqual([{ id: 1 }]);
});

test('the endpoint answers at once without a SQLSTATE while Postgres is stopped, and recovers afterwards', async () => {
  const sql = sqlOn(stack);
  const { postgres } = controlOf(stack.controlUrl);
  await postgres('stop');
  const failure = await sql`select 1`.catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('HTTP status 500'), code: undefined });
  // No request has waited for a connection.
  expect(failure).toMatchObject({ message: expect.not.stringContaining('timeout') });
  await postgres('start');
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('killing the parent ends Postgres', async () => {
  expect(isAlive(doomed.postgresPid)).toBe(true);
  doomed.process.kill('SIGKILL');
  await expect.poll(() => isAlive(doomed.postgresPid)).toBe(false);
  await expect.poll(() => fetch(doomed.baseUrl).catch(() => 'gone')).toBe('gone');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
