import { afterEach, expect, test } from 'vitest';
import { dueAccounts, leasedMessages } from '../../support/factories/due-accounts.ts';
import { scansOf } from '../../support/market/scans.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

/** Work that does not decide about money may use eight tenths of a day. */
const [dailyUnits, unitsOfScans] = depth([25, 20], [1_250, 1_000]);
const workers = 16;

let own: OwnMarket;
ownMarket(
  (made) => {
    own = made;
  },
  { vars: { YOUTUBE_DAILY_UNITS: String(dailyUnits) } },
);
afterEach(() => own.market.expectSoundLedger());

const lease = () => own.control.deliver([{ kind: 'take-due-factory-work' }]);

test('a part of a scan makes at most two database calls besides those for its requests to the platform', async () => {
  const scans = scansOf(own);
  const { owner } = await scans.watched(500, [120]);
  for (let page = 0; page < 3; page += 1) await scans.everyMinute();
  await own.control.queues('hold');
  await lease();
  for (const answered of [100, 120]) {
    const [message] = await leasedMessages(own.market, await own.control.now());
    if (message === undefined) throw new Error('no scan is leased');
    await own.control.resetCounts();
    await own.control.deliver([message]);
    const { neon, social } = await own.control.counts();
    expect(neon).toBeLessThanOrEqual(2 + social);
    const [scan] = (
      await own.market.pool.query('select answered from factory_scans where owner_id = $1', [owner.userId])
    ).rows;
    expect(scan).toEqual({ answered });
  }
  await own.control.queues('up');
  await own.control.untilQueuesAreEmpty();
});

test('sixteen workers spend exactly the units of a day, and the other scans wait without a failure or a charge', async () => {
  await own.control.queues('hold');
  await own.market.pool.query('delete from platform_budgets');
  const at = await own.control.now();
  // Some scans need two requests, of which the second may find no units left.
  const [short, long] = [unitsOfScans, unitsOfScans / 5];
  const factories = [
    await dueAccounts(own.market, { accounts: short, posts: 1, credits: 2 * short, at }),
    await dueAccounts(own.market, { accounts: long, posts: 60, credits: 100 * long, at }),
  ];
  await own.control.moveOn(1_000);
  // A run leases at most a thousand accounts.
  await lease();
  await lease();
  const messages = randomNumbers().shuffled(await leasedMessages(own.market, await own.control.now()));
  expect(messages).toHaveLength(short + long);
  const instances = [own.stack.baseUrl, await own.control.anotherInstance()];
  await own.control.resetCounts();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let n = worker; n < messages.length; n += workers)
        await own.control.deliver(messages.slice(n, n + 1), instances[worker % 2]);
    }),
  );
  // The parts after those that found no units left.
  await own.control.queues('up');
  await own.control.untilQueuesAreEmpty();
  const { units } = await own.market.one(`select used as units from platform_budgets where platform = 'YOUTUBE'`);
  expect(units).toBe(unitsOfScans);
  expect((await own.control.counts()).social).toBe(unitsOfScans);
  const { rows } = await own.market.pool.query(
    `select a.failures, s.status, s.charged = (select count(*) from factory_measurements m where m.account_id = a.id) as "isPaid",
       case when s.charged > 0 then 'SCANNED' when a.due_at > $2 and a.turn = 'SCAN' then 'WAITS' else 'LOST' end as outcome
     from factory_accounts a join factory_scans s on s.account_id = a.id where a.factory_id = any ($1)`,
    [factories.map(({ factoryId }) => factoryId), await own.control.now()],
  );
  const outcomes = new Set(rows.map((row) => JSON.stringify(row)));
  expect(outcomes).toEqual(
    new Set([
      JSON.stringify({ failures: 0, status: 'DONE', isPaid: true, outcome: 'SCANNED' }),
      JSON.stringify({ failures: 0, status: 'ENDED', isPaid: true, outcome: 'WAITS' }),
    ]),
  );
  expect(await own.market.one('select sum(reserved)::int as reserved from credit_accounts')).toEqual({ reserved: 0 });
});

test('a run of the job makes at most three database calls for a thousand accounts', async () => {
  await own.control.queues('hold');
  const at = await own.control.now();
  const due = { accounts: 500, posts: 1, credits: 500, at };
  await own.market.pool.query('delete from platform_budgets');
  await own.market.pool.query('update factory_accounts set due_at = null');
  await dueAccounts(own.market, due);
  await dueAccounts(own.market, { ...due, turn: 'LISTING' });
  await own.control.moveOn(1_000);
  await own.control.resetCounts();
  await lease();
  expect((await own.control.counts()).neon).toBeLessThanOrEqual(3);
  const { leased } = await own.market.one('select count(*)::int as leased from factory_accounts where due_at > $1', [
    await own.control.now(),
  ]);
  expect(leased).toBe(1_000);
});
