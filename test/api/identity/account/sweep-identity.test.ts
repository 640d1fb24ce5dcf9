import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb } from '../../../../db/client.ts';
import { sweepIdentity } from '../../../../functions/identity/account/sweep-identity.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

// A separate stack, because the sweep would also remove expired rows of other tests.
let stack: OwnStack;
let pool: pg.Pool;
beforeAll(async () => {
  stack = await startStack();
  pool = openPool(stack.adminDatabaseUrl);
});
afterAll(async () => {
  await pool?.end();
  await stack?.stop();
});

test('the sweep removes expired rows, keeps valid ones, and keeps a deleted key for one month and a logged request for seven days', async () => {
  const { rows } = await pool.query(
    `insert into users (name, email) values ('Nova', 'nova@castline.example') returning id`,
  );
  const userId = rows[0].id;
  const now = new Date('2026-12-01T00:00:00Z');
  await pool.query(
    `insert into sessions (user_id, token, expires_at)
     select $1::bigint, 'old-' || n, '2026-11-30T23:59:59Z'::timestamptz - n * interval '1 s' from generate_series(1, 2500) n
     union all select $1, 'live', '2026-12-01T00:00:01Z'`,
    [userId],
  );
  await pool.query(
    `insert into suspended_sessions (token_sha256, user_id, expires_at)
     select sha256(n::text::bytea), $1::bigint, '2026-11-30T23:59:59Z'::timestamptz - n * interval '1 s' from generate_series(1, 1500) n
     union all select sha256('live'), $1, '2026-12-01T00:00:01Z'`,
    [userId],
  );
  await pool.query(`insert into verifications (identifier, value, expires_at)
    values ('old', '1', '2026-11-30T23:59:59Z'), ('live', '1', '2026-12-01T00:00:01Z')`);
  await pool.query(
    `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, created_at, expires_at, deleted_at)
     select gen_random_uuid(), $1::bigint, name, name, sha256(''), '{read}', '2026-01-01', expires_at::timestamptz, deleted_at::timestamptz
     from (values ('expired', '2026-01-02', null), ('deleted', null, '2026-11-02'), ('gone', null, '2026-10-31')) k(name, expires_at, deleted_at)`,
    [userId],
  );
  await pool.query(
    `insert into api_requests (owner_id, key_id, request_id, method, path, status, duration_ms, at)
     select $1::bigint, gen_random_uuid(), name, 'POST', '/', 201, 1, at::timestamptz
     from (select 'old-' || n, '2026-11-23T23:59:59Z' from generate_series(1, 1500) n
       union all values ('logged', '2026-11-24T00:00:00Z')) r(name, at)`,
    [userId],
  );
  const db = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });

  const more: boolean[] = [];
  do more.push((await sweepIdentity({ db, now: () => now })).isMore);
  while (more.at(-1));
  expect(more).toEqual([true, true, false]);
  const left = await pool.query(`select token as name from sessions union all
    select 'suspended' from suspended_sessions where token_sha256 = sha256('live') union all select identifier from verifications
    union all select 'ended' from suspended_sessions where expires_at < '2026-12-01' union all select name from api_keys union all select request_id from api_requests order by name`);
  expect(left.rows.map(({ name }) => name)).toEqual(['deleted', 'expired', 'live', 'live', 'logged', 'suspended']);
});
