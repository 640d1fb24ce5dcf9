import { afterAll, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { assignmentsOf, type Work } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anAssignment, assignmentIn, act, staff } = assignmentsOf(market, baseUrl);
afterAll(async () => {
  await market.expectSoundLedger();
  await market.close();
});

const split = { outcome: 'SPLIT', creatorShareBps: 5_000, note: 'Half of it was there.' };

const operations: readonly (readonly [string, () => Promise<Work>, (work: Work) => Promise<() => Promise<Reply>>])[] = [
  [
    'a checkout',
    anAssignment,
    async ({ advertiser, listing }) => {
      const quoted = await market.aQuote(advertiser, listing);
      return () => market.checkOut(advertiser, quoted);
    },
  ],
  ['a decline', anAssignment, async (work) => () => act(work, work.creator.api, 'decline')],
  [
    'a split',
    () => assignmentIn('DISPUTED'),
    async ({ id }) => {
      const { twin } = await staff();
      return () => twin.post(`/staff/assignments/${id}/resolve`, split);
    },
  ],
];

// Two transactions that lock the same accounts in opposite orders deadlock, which Postgres detects after one second.
test.each(operations)('%s locks accounts in ascending order of ids', async (_, begin, ready) => {
  const work = await begin();
  const send = await ready(work);
  const { rows } = await market.pool.query('select id from ledger_accounts where owner_id = $1 order by id', [
    work.advertiser.id,
  ]);
  const [lowest, ...others] = rows.map(({ id }) => id);
  expect(others).toHaveLength(1);
  const lock = 'select from ledger_accounts where id = any ($1) for no key update';
  const reply = await whileHeld(market.pool, { text: lock, values: [[lowest]] }, send, (holder) =>
    holder.query(`${lock} nowait`, [others]),
  );
  expect(reply.status).toBeLessThan(300);
});
