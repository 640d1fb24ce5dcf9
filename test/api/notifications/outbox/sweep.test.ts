import { afterAll, expect, test } from 'vitest';
import { assignmentsOf } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { messagesOf } from '../../../support/market/messages.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const messages = messagesOf(market, { mailDir: shared.mailDir, controlUrl: shared.controlUrl });
const assignments = assignmentsOf(market, baseUrl);
afterAll(() => market.close());

test('the nightly sweep removes messages sent one month ago, and keeps waiting, leased and younger ones', async () => {
  const userId = await market.aUser(['CREATOR']);
  const { id: assignmentId } = await assignments.anAssignment();
  const { id: eventId } = await market.one('select id from assignment_events where assignment_id = $1', [assignmentId]);
  const aMessage = async (status: string, days: number, event: number | null = null): Promise<number> =>
    (
      await market.one(
        `insert into messages (channel, recipient_id, event_id, kind, body, status, due_at, ended_at, created_at)
         values ('MAIL', $1, $4, 'test', '{}', $2::text, case when $2 = 'PENDING' then now() + interval '1 hour' end,
           case when $2 <> 'PENDING' then now() end, now() - make_interval(days => $3)) returning id::int`,
        [userId, status, days, event],
      )
    ).id;
  const aRow = async (days: number, isNotifying: boolean): Promise<number> =>
    (
      await market.one(
        `insert into outbox (topic, payload, created_at, delivered_at)
         values ('test', '{}', now() - make_interval(days => $1), case when $2 then now() end) returning id::int`,
        [days, isNotifying],
      )
    ).id;
  const gone = [
    await aMessage('DELIVERED', 31, eventId),
    await aMessage('FAILED', 31),
    await aMessage('CANCELLED', 31),
  ];
  const kept = [await aMessage('DELIVERED', 29), await aMessage('PENDING', 31)];
  const goneRow = await aRow(31, true);
  const keptRows = [await aRow(29, true), await aRow(31, false)];
  await messages.control.run('sweep-messages');
  const left = async (table: 'messages' | 'outbox', ids: readonly number[]): Promise<number[]> =>
    (await market.pool.query(`select id::int from ${table} where id = any ($1) order by id`, [ids])).rows.map(
      ({ id }) => id,
    );
  expect(await left('messages', [...gone, ...kept])).toEqual(kept);
  expect(await left('outbox', [goneRow, ...keptRows])).toEqual(keptRows);
});

test('the nightly sweep removes endpoints deleted one month ago with their URL, secret and messages, and no others', async () => {
  const userId = await market.aUser(['CREATOR']);
  const anEndpoint = async (deletedDaysAgo: number | null): Promise<number> =>
    (
      await market.one(
        `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at, deleted_at)
         values ($1, 'https://hooks.example.com', '', now() - interval '99 days', now(), now() - make_interval(days => $2)) returning id::int`,
        [userId, deletedDaysAgo],
      )
    ).id;
  const insertMessage = (endpointId: number, status: 'FAILED' | 'PENDING') =>
    market.pool.query(
      `insert into messages (channel, recipient_id, endpoint_id, kind, body, status, due_at, ended_at, created_at)
       values ('WEBHOOK', $1, $2, 'test', '{}', $3::text, case when $3 = 'PENDING' then now() + interval '1 hour' end,
         case when $3 <> 'PENDING' then now() end, now() - interval '40 days')`,
      [userId, endpointId, status],
    );
  const [gone, waiting] = [await anEndpoint(31), await anEndpoint(31)];
  const kept = [await anEndpoint(29), await anEndpoint(null)];
  await insertMessage(gone, 'FAILED');
  await insertMessage(waiting, 'PENDING');
  const left = async () =>
    (
      await market.pool.query('select id::int from webhook_endpoints where owner_id = $1 order by id', [userId])
    ).rows.map(({ id }) => id);
  // An endpoint is removed after the last of its messages: in the same night or in the next one.
  for (const _ of ['one night', 'another']) await messages.control.run('sweep-messages');
  expect(await left()).toEqual([waiting, ...kept]);
});
