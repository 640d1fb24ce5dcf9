import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketOf } from '../support/market/market.ts';
import { anUploadedSession } from '../support/market/recordings.ts';
import { sellersOf } from '../support/market/sellers.ts';
import { noRight, rightsOf } from '../support/rights.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const api = rightsOf(market, shared.databaseUrls.api);
const jobs = rightsOf(market, shared.databaseUrls.jobs);
let accountId: number;
let sessionId: number;
beforeAll(async () => {
  const { aSeller, anAccount } = sellersOf(market);
  accountId = await anAccount((await aSeller()).id);
  sessionId = await anUploadedSession(market, accountId);
});
afterAll(async () => {
  await Promise.all([api.end(), jobs.end()]);
  await market.close();
});

const checkViolated = '23514';
const notUnique = '23505';

test('jobs can end recording sessions, and neither open nor decide them', async () => {
  for (const column of await jobs.columnsOf('stats_sessions'))
    expect(await jobs.asService(`update stats_sessions set ${column} = default where false`), column).toBe(
      column === 'status' ? 'done' : noRight,
    );
  expect(await jobs.asService('insert into stats_sessions default values')).toBe(noRight);
  expect(await jobs.asService('insert into audience_snapshots (session_id) values (1)')).toBe(noRight);
});

test('no role deletes recording sessions', async () => {
  for (const { asService } of [api, jobs]) expect(await asService('delete from stats_sessions')).toBe(noRight);
});

test.each([
  [
    'a second current session of an account',
    notUnique,
    `insert into stats_sessions (social_account_id, status, opened_at, expires_at) values ($1, 'OPEN', now(), now())`,
  ],
  [
    'a decision without its time and its reviewer',
    checkViolated,
    `update stats_sessions set status = 'VERIFIED' where social_account_id = $1`,
  ],
  [
    'a rejection without a reason',
    checkViolated,
    `update stats_sessions set status = 'REJECTED', decided_at = now(), decided_by = (select owner_id from social_accounts where id = $1)
     where social_account_id = $1`,
  ],
  [
    'an UPLOADED session without the time of the upload',
    checkViolated,
    'update stats_sessions set uploaded_at = null where social_account_id = $1',
  ],
])('the database refuses %s', async (_, state, statement) => {
  expect(await api.asOwner(statement, [accountId])).toBe(state);
});

test('the database refuses a private file of two purposes, and one of none', async () => {
  const change = (to: string) =>
    api.asOwner(`update private_uploads set ${to} where stats_session_id = $1`, [sessionId]);
  expect(await change('channel_id = 1')).toBe(checkViolated);
  expect(await change('stats_session_id = null')).toBe(checkViolated);
});

test('the database refuses a second audience from one session', async () => {
  const insert = `insert into audience_snapshots (social_account_id, source, captured_at, session_id)
    select $1, 'SCREEN_RECORDING', now(), $2 from generate_series(1, $3)`;
  expect(await api.asService(insert, [accountId, sessionId, 1])).toBe('done');
  expect(await api.asService(insert, [accountId, sessionId, 2])).toBe(notUnique);
});
