import { pgTable, smallint } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../../db/client.ts';
import {
  acquire,
  atOnceOr,
  available,
  isHeld,
  type Leasable,
  leaseFor,
  leaseOne,
  release,
} from '../../../db/leases.ts';
import { countChanged, select } from '../../../db/query.ts';
import { at, id } from '../../../db/tables/columns.ts';
import type { Market } from '../../support/market/market.ts';
import { jobContextOf } from '../../support/stack/jobs.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

const parcels = pgTable('parcels', { id: id(), leasedUntil: at('leased_until'), failures: smallint('failures') });
const { leasedUntil, failures } = parcels;

/** Available until the first lease. */
const atOnce: Leasable<typeof parcels> = {
  table: parcels,
  id: parcels.id,
  leasedUntil,
  availableAt: atOnceOr(leasedUntil),
};
/** Available at its due time, and never without one. */
const whenDue: Leasable<typeof parcels> = { table: parcels, id: parcels.id, leasedUntil, failures };

const noon = new Date('2026-03-01T12:00:00Z');
const secondsOn = (seconds: number, since = noon): Date => new Date(since.getTime() + seconds * 1_000);

let market: Market;
let db: Db;
ownMarket(async (own) => {
  ({ market } = own);
  ({ db } = jobContextOf(own.stack)());
  await market.pool.query(
    `create table parcels (id bigint primary key, leased_until timestamptz(3), failures smallint not null default 0);
     grant select, update on parcels to castline_jobs`,
  );
});
beforeEach(() => market.pool.query('truncate parcels'));

const aParcel = (parcelId: number, dueAt: Date | null = null) =>
  market.pool.query('insert into parcels (id, leased_until) values ($1, $2)', [parcelId, dueAt]);

const rowOf = (parcelId: number) =>
  market.one('select leased_until as "leasedUntil", failures from parcels where id = $1', [parcelId]);

/** Whether the caller got the lease of parcel 1 for a minute. */
const leases = async (since: Date): Promise<boolean> =>
  (await countChanged(db, leaseOne(atOnce, 1, leaseFor(since, 60)))) === 1;

describe('the lease of one row', () => {
  test('goes to one of several concurrent callers', async () => {
    await aParcel(1);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => leases(noon)));
    expect(outcomes.filter((isLeased) => isLeased)).toHaveLength(1);
  });

  test('goes to the next caller from its end on, and not before', async () => {
    await aParcel(1);
    expect(await leases(noon)).toBe(true);
    expect(await leases(secondsOn(59.999))).toBe(false);
    expect(await leases(secondsOn(60))).toBe(true);
  });

  test('goes to no caller while the condition is false, and the other changes apply only with it', async () => {
    await aParcel(1);
    const lease = leaseFor(noon, 60);
    const changes = { failures: sql`${failures} + 1` };
    const refused = leaseOne(atOnce, 1, lease, { condition: sql`${failures} > 0`, changes });
    expect([await countChanged(db, refused), await rowOf(1)]).toEqual([0, { leasedUntil: null, failures: 0 }]);
    const acquired = leaseOne(atOnce, 1, lease, { condition: sql`${failures} = 0`, changes });
    expect([await countChanged(db, acquired), await rowOf(1)]).toEqual([
      1,
      { leasedUntil: lease.leasedUntil, failures: 1 },
    ]);
  });

  test('is held until it is released, and can be acquired again at once', async () => {
    await aParcel(1);
    const lease = leaseFor(noon, 60);
    const isStillHeld = async () => {
      const held = isHeld(atOnce, { id: 1, leasedUntil: lease.leasedUntil });
      return (await db.read(select({ id: parcels.id }, sql`from ${parcels} where ${held}`))).length === 1;
    };
    await leases(noon);
    expect(await isStillHeld()).toBe(true);
    await release(db, atOnce, [{ id: 1, dueAt: null }], lease);
    expect(await isStillHeld()).toBe(false);
    expect(await leases(secondsOn(1))).toBe(true);
  });

  test('is not released by a former holder whose lease expired', async () => {
    await aParcel(1);
    await leases(noon);
    await leases(secondsOn(60));
    await release(db, atOnce, [{ id: 1, dueAt: null, failures: 9 }], leaseFor(noon, 60));
    expect(await rowOf(1)).toEqual({ leasedUntil: secondsOn(120), failures: 0 });
  });
});

describe('the lease of due rows', () => {
  const acquired = async (since: Date, limit: number) => {
    const due = sql`select ${parcels.id}, ${parcels.id} < 100 as is_leased from ${parcels}
      where ${available(whenDue, { at: since, limit })}`;
    const given = { due, fields: { id: parcels.id, failures }, putOffUntil: secondsOn(3_600, since) };
    const { leased, seen } = await acquire(db, whenDue, given, leaseFor(since, 60));
    return { ids: leased.map((row) => row.id).toSorted((one, other) => one - other), seen };
  };

  test('takes at most as many rows as the limit, the longest due first, and none without a due time', async () => {
    await aParcel(1, secondsOn(-1));
    await aParcel(2, secondsOn(-3));
    await aParcel(3, secondsOn(-2));
    await aParcel(4, secondsOn(1));
    await aParcel(5);
    expect(await acquired(noon, 2)).toEqual({ ids: [2, 3], seen: 2 });
    expect(await acquired(noon, 9)).toEqual({ ids: [1], seen: 1 });
    expect(await acquired(secondsOn(59), 9)).toEqual({ ids: [4], seen: 1 });
    expect(await acquired(secondsOn(60), 9)).toEqual({ ids: [1, 2, 3], seen: 3 });
  });

  test('gives each row to one of several concurrent runs', async () => {
    for (let parcelId = 1; parcelId <= 20; parcelId++) await aParcel(parcelId, secondsOn(-parcelId));
    const runs = await Promise.all(Array.from({ length: 3 }, () => acquired(noon, 20)));
    const rest = await acquired(noon, 20);
    const ids = [...runs, rest].flatMap((run) => run.ids).toSorted((one, other) => one - other);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  test('skips a row that another transaction has locked, and does not wait for it', async () => {
    await aParcel(1, secondsOn(-2));
    await aParcel(2, secondsOn(-1));
    const other = await market.pool.connect();
    await other.query('begin');
    await other.query('select from parcels where id = 1 for no key update');
    expect(await acquired(noon, 9)).toEqual({ ids: [2], seen: 1 });
    await other.query('rollback');
    other.release();
    expect(await acquired(noon, 9)).toEqual({ ids: [1], seen: 1 });
  });

  test('postpones a due row that cannot be leased', async () => {
    await aParcel(100, secondsOn(-1));
    expect(await acquired(noon, 9)).toEqual({ ids: [], seen: 1 });
    expect((await rowOf(100)).leasedUntil).toEqual(secondsOn(3_600));
  });

  test('ends with the next due time and the failures of each row that its holder still has', async () => {
    const former = leaseFor(noon, 60);
    await aParcel(1, former.leasedUntil);
    await acquired(secondsOn(60), 1);
    await aParcel(2, former.leasedUntil);
    const next = [1, 2].map((parcelId) => ({ id: parcelId, dueAt: secondsOn(300), failures: 7 }));
    await release(db, whenDue, next, former);
    expect(await rowOf(1)).toEqual({ leasedUntil: secondsOn(120), failures: 0 });
    expect(await rowOf(2)).toEqual({ leasedUntil: secondsOn(300), failures: 7 });
  });
});
