import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import type { Advertiser, Listing, Market, QuotedOrder } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let databaseUrl: string;
let listing: Listing;
ownMarket(
  async (own) => {
    market = own.market;
    control = controlOf(own.stack.controlUrl);
    databaseUrl = own.stack.adminDatabaseUrl;
    // A transaction that waits for the account waits until Postgres stops.
    for (const limit of ['lock_timeout', 'statement_timeout', 'transaction_timeout'])
      await market.pool.query(`alter role castline_service set ${limit} = '10min'`);
    listing = await market.aListing();
  },
  // The limits of the role stay.
  { isLast: true },
);

const aPayer = () => market.anAdvertiser({ fundsCents: 100_000_000 });

interface Keyed extends QuotedOrder {
  readonly payer: Advertiser;
  readonly key: string;
}
const quotesToTake = (payer: Advertiser): Promise<Keyed[]> =>
  Promise.all(
    Array.from({ length: depth(8, 20) }, async () => ({
      ...(await market.aQuote(payer, listing)),
      payer,
      key: randomUUID(),
    })),
  );
const takeAll = (quotes: readonly Keyed[]) => quotes.map((quoted) => market.checkOut(quoted.payer, quoted, quoted.key));

/** Returns when a transaction waits for this one. */
const somebodyWaitsFor = (pid: number) =>
  expect
    .poll(() => market.one('select count(*)::int from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [pid]))
    .not.toEqual({ count: 0 });

/** Stops Postgres when the first running checkout is done, and one with a locked account waits. */
async function cutOff(held: readonly Keyed[], free: readonly Keyed[]): Promise<Reply[][]> {
  const holder = new pg.Client(databaseUrl);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from ledger_accounts where owner_id = $1 for update', [held[0]?.payer.id]);
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  return control.withoutWaiting(async () => {
    const running = [held, free].map(takeAll);
    await Promise.race(running[1] ?? []);
    await somebodyWaitsFor(rows[0].pid);
    await control.postgres('stop');
    const replies = await Promise.all(running.map((some) => Promise.all(some)));
    await control.postgres('start');
    return replies;
  });
}

test('retries with their keys complete interrupted checkouts, each once', async () => {
  const held = await quotesToTake(await aPayer());
  const free = await quotesToTake(await aPayer());
  const [cut = [], raced = []] = await cutOff(held, free);
  expect(raced.map(({ status }) => status)).toContain(201);
  // A waiting one can still get the account when its holder was ended first.
  expect(cut.map(({ status }) => status)).toContain(503);
  for (const reply of [...cut, ...raced].filter(({ status }) => status !== 201)) refused(reply, 'SERVICE_UNAVAILABLE');
  const quotes = [...held, ...free];
  const retried = await Promise.all(takeAll(quotes));
  expect(retried.map(({ status }) => status)).toEqual(quotes.map(() => 201));
  const { count } = await market.one('select count(*) from placement_assignments where order_id = any ($1)', [
    quotes.map(({ orderId }) => orderId),
  ]);
  expect(Number(count)).toBe(quotes.length);
  await market.expectSoundLedger();
});
