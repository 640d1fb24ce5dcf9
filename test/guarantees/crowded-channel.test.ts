import { afterAll, expect, test } from 'vitest';
import { marketOf } from '../support/market/market.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

test('reading one of hundreds of claims of a channel costs no more than reading any claim', async () => {
  const { creator } = await market.aListing();
  const client = await market.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `with crowd as (
         insert into users (name, email, roles) select 'One of many', 'crowd-' || gen_random_uuid() || '@example.com', '{CREATOR}' from generate_series(1, 500)
         returning id),
       creators as (insert into creators (user_id) select id from crowd returning user_id)
       insert into channels (creator_id, kind, platform, handle, canonical_url)
         select user_id, 'MANUAL', own.platform, own.handle, own.canonical_url from creators cross join channels own where own.creator_id = $1`,
      [creator.id],
    );
    const read = async () =>
      (
        await client.query(
          `select coalesce(idx_tup_fetch, 0)::int as rows from pg_stat_xact_user_tables where relname = 'channels'`,
        )
      ).rows[0].rows;
    const before = await read();
    await client.query('select from shown_channels where creator_id = $1', [creator.id]);
    expect((await read()) - before).toBeLessThan(20);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a live read of a marked creator tokenises fewer texts than a rebuild, and gives the same bytes', async () => {
  const { creator } = await market.aListing();
  const client = await market.pool.connect();
  try {
    await client.query('begin');
    await client.query('select catalog_mark_due(array[$1::bigint], now(), true)', [creator.id]);
    await client.query(`set local track_functions = 'all'`);
    const { rows: live } = await client.query(
      'select catalog_page_now($1, now()) as page, catalog_entry_now($1, now()) as entry',
      [creator.id],
    );
    const callsOf = async () =>
      (
        await client.query(
          `select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'words_of'`,
        )
      ).rows[0].calls;
    const calls = await callsOf();
    await client.query('select catalog_refresh_due($1)', [creator.id]);
    const { rows: rebuilt } = await client.query(
      'select page, entry from catalog_pages join catalog_creators using (creator_id) where creator_id = $1',
      [creator.id],
    );
    // Page and entry together.
    expect(calls).toBeLessThan((await callsOf()) - calls);
    expect(live).toEqual(rebuilt);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
