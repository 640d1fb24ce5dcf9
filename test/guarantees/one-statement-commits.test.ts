import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Db, openDb } from '../../db/client.ts';
import { bindAnswer, releaseAnswer } from '../../db/idempotency.ts';
import { guard } from '../../db/query.ts';
import { reserveFunds } from '../../db/wallet/ledger.ts';
import { type Recorder, startRecorder } from '../../scripts/bench/recorder.ts';
import { marketOf } from '../support/market/market.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
let recorder: Recorder;
let db: Db;
let ownerId: number;
let key: string;

beforeAll(async () => {
  recorder = await startRecorder(new URL(shared.neonUrl).origin);
  db = openDb({ DATABASE_URL: shared.databaseUrl, NEON_FETCH_ENDPOINT: `${recorder.url}/sql` });
  ownerId = (await market.anAdvertiser({ fundsCents: 0 })).id;
});
beforeEach(() => {
  key = randomUUID();
  recorder.calls.length = 0;
});
afterAll(async () => {
  await recorder.stop();
  await market.close();
});

const status = 201;
const bound = (body: string) =>
  bindAnswer({ ownerId, key, fingerprint: 'a test', status, body, createdAt: new Date() });
const released = () => releaseAnswer({ ownerId, key, status });
const unknownOrder = { orderId: 2 ** 40, at: new Date() };
const bodies = async () => {
  const { rows } = await market.pool.query('select body from idempotency_keys where owner_id = $1 and key = $2', [
    ownerId,
    key,
  ]);
  return rows.map(({ body }) => body);
};
const requests = () => recorder.calls.map(({ body }) => JSON.parse(body));

describe('a commit of stored changes', () => {
  test('runs as one statement, in their order', async () => {
    await db.transaction([bound('first'), released(), bound('second')]);
    expect(requests()).toEqual([{ query: expect.stringMatching(/^select case when /), params: expect.any(Array) }]);
    expect(await bodies()).toEqual(['second']);
  });

  test('changes nothing when a later one fails', async () => {
    await expect(db.transaction([bound('first'), reserveFunds(unknownOrder)])).rejects.toThrow('no consumed quote');
    expect(await bodies()).toEqual([]);
  });

  test('becomes a transaction beside a statement that is not stored', async () => {
    await db.transaction([bound('first'), guard(sql`true`, 'VERSION_CONFLICT')]);
    expect(requests()).toEqual([{ queries: [expect.anything(), expect.anything()] }]);
    expect(await bodies()).toEqual(['first']);
  });
});
