import { expect, test } from 'vitest';
import { type Db, openDb } from '../../db/client.ts';
import type { JobCtx } from '../../functions/context.ts';
import { rebuildMarked } from '../../functions/rebuild-catalog.ts';
import type { Market } from '../support/market/market.ts';
import { countDeadlocks } from '../support/stack/deadlocks.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let market: Market;
let db: Db;
let stack: OwnStack;
ownMarket((own) => {
  ({ market, stack } = own);
  db = openDb({ DATABASE_URL: own.stack.databaseUrl, NEON_FETCH_ENDPOINT: own.stack.neonUrl });
});

test('a rebuild of marked creators skips those that another rebuild has locked', async () => {
  const creators = [];
  for (let n = 0; n < 3; n++) creators.push((await market.aListing()).creator.id);
  const [, , busy] = creators;
  const client = await market.pool.connect();
  try {
    await market.pool.query('select catalog_mark_due($1, now(), true)', [creators]);
    await client.query('begin');
    await client.query('select catalog_refresh_due($1)', [busy]);
    // The part of a context that is needed.
    await rebuildMarked({ db } as JobCtx);
    const { rows } = await market.pool.query('select creator_id::int as id from catalog_due');
    expect(rows).toEqual([{ id: busy }]);
    await client.query('commit');
    expect((await market.pool.query('select from catalog_due')).rowCount).toBe(0);
  } finally {
    client.release();
  }
});

test('a rebuild waits for a commit that has locked the creator and marks it later', async () => {
  const { id } = (await market.aListing()).creator;
  const client = await market.pool.connect();
  try {
    await market.pool.query('select catalog_mark_due($1, now(), true)', [[id]]);
    await client.query('begin');
    await client.query('select from creators where user_id = $1 for no key update', [id]);
    const rebuilt = rebuildMarked({ db } as JobCtx);
    await expect
      .poll(
        async () => (await market.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount,
      )
      .toBe(1);
    await client.query('select catalog_mark_due($1, now(), true)', [[id]]);
    await client.query('commit');
    await rebuilt;
    expect((await market.pool.query('select from catalog_due')).rowCount).toBe(0);
    expect(countDeadlocks(stack)).toBe(0);
  } finally {
    client.release();
  }
});
