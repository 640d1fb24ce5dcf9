import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import type { Market } from '../../support/market/market.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let market: Market;
let control: OwnMarket['control'];
let baseUrl: string;
ownMarket((own) => {
  ({ market, control } = own);
  baseUrl = own.stack.baseUrl;
});

let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});

const aLetter = async (body: object, age = '0 days'): Promise<number> =>
  (
    await market.one(
      `insert into dead_letters (message_id, queue, kind, body, attempts, at)
       values ($1, 'JOBS', $2::jsonb->>'kind', $2::jsonb, 6, now() - $3::interval) returning id::int`,
      [randomUUID(), JSON.stringify(body), age],
    )
  ).id;

const anOldKey = async (): Promise<string> => {
  const key = randomUUID();
  await market.pool.query(
    `insert into idempotency_keys (owner_id, key, fingerprint, status, body, created_at)
     values ($1, $2, 'f', 200, '{}', now() - interval '8 days')`,
    [staff.id, key],
  );
  return key;
};
const isKept = async (key: string) =>
  (await market.one('select exists (select from idempotency_keys where key = $1) as kept', [key])).kept;

const requeue = (id: number) => staff.twin.post(`/staff/dead-letters/${id}/requeue`, {});

test('a job that fails at every attempt is stored once Postgres is back', async () => {
  await control.neon('refuse');
  await control.fireCron('* * * * *');
  for (let retries = 0; retries < 5; retries++) {
    await control.moveOn(31_000);
    await control.untilQueuesAreEmpty();
  }
  await control.neon('up');
  await control.moveOn(301_000);
  await control.untilQueuesAreEmpty();
  const { rows } = await market.pool.query('select kind, queue, attempts, body from dead_letters order by kind');
  expect(rows.map(({ kind }) => kind)).toContain('read-outbox');
  for (const { kind, queue, attempts, body } of rows)
    expect({ queue, attempts, body }).toEqual({ queue: 'JOBS', attempts: 6, body: expect.objectContaining({ kind }) });
});

test('a failed job is queued again once, also by two members of staff at once', async () => {
  const key = await anOldKey();
  const id = await aLetter({ kind: 'sweep-idempotency-keys' });
  const both = await Promise.all([requeue(id), requeue(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await control.untilQueuesAreEmpty();
  expect(await isKept(key)).toBe(false);
  expect((await requeue(id)).status).toBe(409);
  const { data } = (await staff.twin.get('/staff/dead-letters?kind=sweep-idempotency-keys&limit=1')).body;
  expect(data).toMatchObject([{ id, requeuerId: staff.id, allowedActions: [] }]);
});

test('a message that is no job cannot be queued again', async () => {
  const id = await aLetter({ kind: 'count-click', linkId: 1, at: new Date().toISOString() });
  const { status } = await requeue(id);
  expect(status).toBe(409);
  const { data } = (await staff.twin.get('/staff/dead-letters?waiting=true')).body;
  expect(data[0]).toMatchObject({ id, allowedActions: [] });
});

test('the nightly sweep deletes dead letters after 90 days', async () => {
  const [old, young] = [
    await aLetter({ kind: 'sweep-quotes' }, '91 days'),
    await aLetter({ kind: 'sweep-quotes' }, '89 days'),
  ];
  await control.fireCron('17 3 * * *');
  const { rows } = await market.pool.query('select id::int from dead_letters where id = any ($1)', [[old, young]]);
  expect(rows).toEqual([{ id: young }]);
});

test('the status counts what waits, and since when', async () => {
  const hourAgo = `now() - interval '1 hour'`;
  const { id: post } = await market.one(
    `insert into posts (platform, content_id, created_at, due_at) values ('TWITCH', $1, now(), ${hourAgo}) returning id`,
    [randomUUID()],
  );
  await market.pool.query(`insert into outbox (topic, payload, created_at) values ('a topic', '{}', ${hourAgo})`);
  await market.pool.query(
    `insert into messages (channel, recipient_id, kind, body, due_at, created_at)
     values ('MAIL', $1, 'a kind', '{}', ${hourAgo}, now()), ('MAIL', $1, 'a kind', '{}', now() + interval '1 hour', now())`,
    [staff.id],
  );
  const { data } = (await staff.twin.get('/staff/status')).body;
  const waits = { count: 1, oldestAt: expect.any(String) };
  expect(data).toMatchObject({ outbox: waits, mails: waits, webhooks: { count: 0, oldestAt: null } });
  expect(data.scans.find(({ platform }: { platform: string }) => platform === 'TWITCH').posts).toEqual(waits);
  const letters = await market.one('select count(*)::int as n from dead_letters where requeued_at is null');
  expect(data.deadLetters.count).toBe(letters.n);
  expect(data.alarms).toEqual([]);
  await market.pool.query('delete from posts where id = $1', [post]);
});
