import { beforeEach, expect, test } from 'vitest';
import { dueAccounts } from '../../support/factories/due-accounts.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

/** The accounts that one run of the job leases. */
const leasedAtOnce = 1_000;
const many = depth(1_500, 10_000);

let own: OwnMarket;
ownMarket((made) => {
  own = made;
});
beforeEach(async () => {
  await own.control.queues('hold');
  await own.market.pool.query('update factory_accounts set due_at = null');
});

/** Leases accounts as the job of each minute does. */
const lease = () => own.control.deliver([{ kind: 'take-due-factory-work' }]);

/** The number of leased accounts of each owner. */
async function leasedOf(ownerIds: readonly number[]): Promise<number[]> {
  const now = await own.control.now();
  const { rows } = await own.market.pool.query(
    `select owner, count(a.id)::int as leased from unnest($1::bigint[]) owner join factories f on f.owner_id = owner
     left join factory_accounts a on a.factory_id = f.id and a.due_at > $2 group by owner order by owner`,
    [ownerIds, now],
  );
  return rows.map(({ leased }) => leased);
}

const turns = [
  ['listings', { turn: 'LISTING' }],
  ['scans', { turn: 'SCAN', posts: 1, credits: 100_000 }],
] as const;

test.each(turns)(
  'an owner with thousands of due accounts does not delay the %s of an owner with three',
  async (_, due) => {
    const at = await own.control.now();
    const large = await dueAccounts(own.market, { ...due, accounts: many, at });
    // They are due last.
    const small = await dueAccounts(own.market, { ...due, accounts: 3, at: new Date(at.getTime() + 1) });
    await own.control.moveOn(1_000);
    await lease();
    expect(await leasedOf([large.ownerId, small.ownerId])).toEqual([leasedAtOnce - 3, 3]);
  },
);

test.each(turns)('the %s of twenty equal owners are leased in equal parts', async (_, due) => {
  const at = await own.control.now();
  const ownerIds: number[] = [];
  for (let n = 0; n < 20; n += 1)
    ownerIds.push(
      (await dueAccounts(own.market, { ...due, accounts: many / 20, at: new Date(at.getTime() + n) })).ownerId,
    );
  await own.control.moveOn(1_000);
  await lease();
  const leased = await leasedOf(ownerIds);
  expect(sum(leased)).toBe(leasedAtOnce);
  expect(fairness(leased)).toBeGreaterThanOrEqual(0.95);
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Jain's index: 1 if all have the same, and 1/n if one of n has everything. */
const fairness = (values: readonly number[]) =>
  sum(values) ** 2 / (values.length * sum(values.map((value) => value ** 2)));
