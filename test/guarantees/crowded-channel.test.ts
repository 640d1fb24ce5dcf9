import { afterAll, expect, test } from 'vitest';
import { marketOf } from '../support/market.ts';
import { shared } from '../support/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

test('a channel that hundreds claim costs a reader of one of the claims no more than another one', async () => {
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
