import { type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import type { Db } from '../../db/client.ts';
import { skipUnpaidListings } from '../../db/factories/listings.ts';
import { claimScans } from '../../db/factories/scans.ts';
import { query } from '../../db/query.ts';
import {
  ownerOf,
  readAccount,
  readAccounts,
  readPosts,
  readSummary,
} from '../../functions/factories/reads/read-factory.ts';
import { readSettings } from '../../functions/settings/index.ts';
import { postSorts } from '../../schema/factories/factory-terms.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { explain, statementOf } from '../../scripts/bench/explained.ts';
import { addAccounts, growFactories } from '../../scripts/bench/factories-data.ts';
import { rendered } from '../../scripts/bench/neon-request.ts';
import { completeSettings } from '../support/complete-settings.ts';
import type { Market } from '../support/market/market.ts';
import { diagonal } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';

const tables = [
  'factory_accounts',
  'factory_posts',
  'factory_post_days',
  'factory_account_days',
  'factory_measurements',
] as const;

let market: Market;
let watched = { id: 0, ownerId: 0, accountId: 0 };
ownMarket(async (own) => {
  ({ market } = own);
  const client = await market.pool.connect();
  const [factory, ...others] = await growFactories(client);
  if (factory === undefined) throw new Error('there is no factory');
  const otherIds = others.map(({ id }) => id);
  await addAccounts(client, otherIds, 3_000, 2);
  // A sixth of all posts: a plan that joins them all would be a sequential scan.
  await addAccounts(client, [factory.id], 60, 20);
  await client.query('set session_replication_role = origin');
  await client.query(
    `update factory_accounts set turn = 'SCAN', due_at = now() - interval '1 minute' where factory_id = any ($1)`,
    [otherIds.slice(0, 2)],
  );
  await client.query(
    `update factory_accounts set due_at = now() - interval '1 minute' where factory_id = $1 and turn = 'LISTING'`,
    [otherIds[2]],
  );
  await client.query(
    'update credit_accounts set balance = 0 where owner_id = (select owner_id from factories where id = $1)',
    [otherIds[2]],
  );
  await client.query('vacuum analyze');
  const { id } = await market.one('select min(id)::int as id from factory_accounts where factory_id = $1', [
    factory.id,
  ]);
  watched = { ...factory, accountId: id };
  client.release(true);
});

const ctxOf = (db: Db) => ({
  db,
  settings: readSettings('api', { ...completeSettings, APP_ENV: 'development' }),
  now: () => new Date(),
});
const reader = () => ownerOf(watched.ownerId, watched.id);
const period = { from: new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10) };
const claim = { limit: 1_000, byKey: platforms, byGrant: platforms, xReads: 1 };
const at = new Date();
const open = platforms.map((platform) => ({ platform, day: '2026-01-01', at, moneyUnits: 1, otherUnits: 1 }));

const statements: readonly (readonly [string, (db: Db) => Promise<unknown>])[] = [
  ['the summary', (db) => readSummary(ctxOf(db), reader(), {})],
  ['the summary of a period', (db) => readSummary(ctxOf(db), reader(), period)],
  ['the summary of a search', (db) => readSummary(ctxOf(db), reader(), { search: 'summer' })],
  ['an account', (db) => readAccount(ctxOf(db), reader(), { accountId: watched.accountId })],
  [
    'the accounts page',
    (db) => readAccounts(ctxOf(db), reader(), { sort: { by: 'views', isDescending: true }, limit: 20 }),
  ],
  ...postSorts.map(
    (by) =>
      [
        `the posts page by ${by}`,
        (db: Db) => readPosts(ctxOf(db), reader(), { sort: { by, isDescending: true }, limit: 20, ...period }),
      ] as const,
  ),
  [
    'a claim of accounts that are due',
    (db) => claimScans(db, { ...claim, platforms: open, at, leaseEnd: new Date(at.getTime() + 900_000) }),
  ],
  [
    'the end of listings that no credits pay for',
    (db) => db.read(query({}, () => sql`${skipUnpaidListings({ ...claim, at })} returning 1`)),
  ],
];

/** The number of sequential scans of each table in a statement, with the statements of its functions. */
async function sequentialScans(client: PoolClient, statement: SQLWrapper): Promise<object> {
  const { query, params } = rendered(sql`${statement}`);
  const count = async () =>
    (
      await client.query(
        `select regexp_replace(relname, '_(\\d{4}_\\d{2}|other)$', '') as name, sum(seq_scan)::int as reads from pg_stat_xact_user_tables
         where relname ~ '^factory_(accounts|posts|post_days|account_days|measurements)' group by 1`,
      )
    ).rows;
  await client.query('begin');
  const before = await count();
  await client.query({ text: query, values: [...params] });
  const after = await count();
  await client.query('rollback');
  const readsOf = (rows: readonly { name: string; reads: number }[], table: string) =>
    rows.find(({ name }) => name === table)?.reads ?? 0;
  return Object.fromEntries(tables.map((table) => [table, readsOf(after, table) - readsOf(before, table)]));
}

const none = Object.fromEntries(tables.map((table) => [table, 0]));

// A prepared statement changes from plans for its values to one for any values. At the quick depth each has one of them, in turn.
test.each(
  statements.flatMap(([name, run], row) =>
    diagonal(['auto', 'force_generic_plan'] as const, row).map((mode) => [name, mode, run] as const),
  ),
)('%s makes no sequential scan of a large table (plan_cache_mode = %s)', async (_, mode, run) => {
  const client = await market.pool.connect();
  const statement = await statementOf(run);
  expect(rendered(sql`${statement}`).query).not.toMatch(/\boffset\b/i);
  await client.query(`set plan_cache_mode = ${mode}`);
  const reads = await sequentialScans(client, statement);
  const plan = JSON.stringify((await explain(client, statement)).Plan, null, 1);
  client.release(true);
  expect(reads, plan).toEqual(none);
});

test('the claim skips no rows by OFFSET', async () => {
  const { body } = await market.one(`select prosrc as body from pg_proc where proname = 'factory_claim_scans'`);
  expect(body).not.toMatch(/\boffset\b/i);
});
