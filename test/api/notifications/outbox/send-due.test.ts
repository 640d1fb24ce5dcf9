import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { describe, expect, test } from 'vitest';
import { cancelPending, maxCancelled } from '../../../../db/notifications/cancelled-calls.ts';
import { deliveriesPage } from '../../../../db/notifications/deliveries.ts';
import { query } from '../../../../db/query.ts';
import { sendDue } from '../../../../functions/notifications/outbox/send-due.ts';
import type { Job } from '../../../../schema/shared/jobs.ts';
import { clientOf } from '../../../support/client.ts';
import { created, type Market } from '../../../support/market/market.ts';
import { jobContextOf } from '../../../support/stack/jobs.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let context: ReturnType<typeof jobContextOf>;
ownMarket(async (own) => {
  ({ stack, market } = own);
  context = jobContextOf(stack);
});

/** Due messages, each due one second longer than the next. */
async function aBacklog(count: number, endpointId: number | null = null): Promise<number[]> {
  const { rows } = await market.pool.query(
    `insert into messages (channel, recipient_id, endpoint_id, kind, body, due_at, created_at)
     select case when $3::bigint is null then 'MAIL' else 'WEBHOOK' end, $1, $3::bigint, 'test', '{}',
       now() - interval '1 hour' + make_interval(secs => n * 0.01), now() from generate_series(1, $2::int) n returning id::int`,
    [await market.aUser(['CREATOR']), count, endpointId],
  );
  return rows.map(({ id }) => id);
}

/** The messages that one cron run queues, page after page, without a consumer. */
async function queued(): Promise<number[]> {
  const jobs: Job[] = [];
  const enqueue = async (more: readonly Job[]) => void jobs.push(...more);
  while ((await sendDue({ ...context(), enqueue })).isMore);
  return jobs.map((job) => (job.kind === 'send-message' ? job.messageId : 0));
}

const left = (ids: readonly number[]) =>
  market.pool.query(`update messages set status = 'CANCELLED', due_at = null, ended_at = now() where id = any ($1)`, [
    ids,
  ]);

describe('a backlog', () => {
  test('is queued completely, oldest first, and is not queued again while it waits', async () => {
    const ids = await aBacklog(2_300);
    expect(await queued()).toEqual(ids);
    expect(await queued()).toEqual([]);
    const late = await aBacklog(1);
    expect(await queued()).toEqual(late);
    // Simulates their loss by the queue.
    await market.pool.query(`update messages set queued_until = now() - interval '1 minute' where id = any ($1)`, [
      ids,
    ]);
    const runs = await Promise.all([queued(), queued(), queued()]);
    expect(runs.flat().toSorted((one, other) => one - other)).toEqual(ids);
    await left([...ids, ...late]);
  });

  test('is queued by the next run when the queue refused it', async () => {
    const ids = await aBacklog(3);
    const full = () => Promise.reject(new Error('the queue is full'));
    await expect(sendDue({ ...context(), enqueue: full })).rejects.toThrow('the queue is full');
    expect(await queued()).toEqual(ids);
    await left(ids);
  });
});

describe('very many deliveries to one endpoint', () => {
  test('are found by an index, and its owner can delete the endpoint after waiting for a part of them', async () => {
    const ownerId = await market.aUser(['CREATOR']);
    const api = clientOf(stack.baseUrl, await market.aKey(ownerId));
    const anEndpoint = async (name: string): Promise<number> =>
      created(await api.post('/webhook-endpoints', { url: `https://hooks.example.com/${name}` })).body.data.id;
    const [id, other] = [await anEndpoint('one'), await anEndpoint('other')];
    const ids = await aBacklog(maxCancelled + 200, id);
    await aBacklog(20_000, other);
    await market.pool.query('analyze messages');
    const { db } = context();
    const planOf = async (statement: SQL) =>
      JSON.stringify(await db.read(query({ 'QUERY PLAN': sql<string>`` }, () => sql`explain ${statement}`)));
    const failed = deliveriesPage(ownerId, { id, limit: 20, cursor: undefined, status: 'FAILED' });
    expect(await planOf(failed.statement.getSQL())).toContain('messages_endpoint_status');
    const cancelled = await planOf(sql`with gone as (select ${id}::bigint as id) ${cancelPending('x', new Date())}`);
    expect(cancelled).toMatch(/messages_endpoint_(status|list)/);
    expect(cancelled).not.toContain('Seq Scan on messages');
    expect((await api.delete(`/webhook-endpoints/${id}`)).status).toBe(200);
    const count = async (status: string) =>
      (await market.one('select count(*)::int from messages where id = any ($1) and status = $2', [ids, status])).count;
    expect([await count('CANCELLED'), await count('PENDING')]).toEqual([maxCancelled, 200]);
  });
});
