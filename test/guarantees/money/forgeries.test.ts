import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { life } from '../../../functions/placements/assignments/rules.ts';
import { assignmentsOf, states, type Work } from '../../support/market/assignments.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { noRight, rightsOf } from '../../support/rights.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { asService, end } = rightsOf(market, shared.databaseUrl);
const { anAssignment, assignmentIn, staff } = assignmentsOf(market, baseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await end();
  await market.close();
});

const refusedByRule = 'CL500';
const hasNoRole = 'CL409 ROLE_NOT_ALLOWED';
const settledAlready = 'CL409 VERSION_CONFLICT';

describe("the service's role cannot post", () => {
  const movement = (kind: 'deposit' | 'withdraw') => `select ledger_${kind}($1, $2, $3, now(), $4)`;

  test.each(['deposit', 'withdraw'] as const)(
    'a %s that staff did not book, or that its own owner booked',
    async (kind) => {
      // The owner is staff too, so only the check of self-booking can refuse it.
      const owner = await market.aUser(['ADVERTISER', 'STAFF']);
      await market.deposit(owner, 100);
      const hired = await market.aUser(['STAFF']);
      const by = (booker: number | null, amount = 100) =>
        asService(movement(kind), [owner, amount, randomUUID(), booker]);
      expect(await by(hired)).toBe('done');
      for (const booker of [null, owner, await market.aUser(['CREATOR'])]) expect(await by(booker)).toBe(hasNoRole);
      for (const amount of [0, -100]) expect(await by(hired, amount)).toBe(refusedByRule);
      await market.pool.query('update users set suspended_at = now() where id = $1', [hired]);
      expect(await by(hired)).toBe(hasNoRole);
    },
  );

  test('a reserve for an unfunded order, or with another amount than the quote', async () => {
    const reserve = (orderId: unknown) => asService('select ledger_reserve($1, now())', [orderId]);
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const quoted = await market.aQuote(advertiser, await market.aListing());
    expect(await reserve(quoted.orderId)).toBe(refusedByRule);
    created(await market.checkOut(advertiser, quoted));
    // It was reserved already.
    expect(await reserve(quoted.orderId)).toBe('23505');
    for (const amount of ['base', 'brand_fee']) {
      const add = (more: number) =>
        market.pool.query(`update quotes set ${amount} = ${amount} + $2::bigint where order_id = $1`, [
          quoted.orderId,
          more,
        ]);
      await add(10_000);
      expect(await reserve(quoted.orderId), amount).toBe(refusedByRule);
      await add(-10_000);
    }
  });

  const settle = ({ id }: Work, toCreator: number, toPlatform: number, by: number | null = null) =>
    asService('select ledger_settle($1::jsonb, now())', [
      JSON.stringify([{ assignmentId: id, toCreator, toPlatform, bookedBy: by }]),
    ]);

  test.each(states.filter((status) => Object.keys(life[status]).length > 0))(
    'a settlement of an assignment in %s',
    async (status) => {
      const work = await assignmentIn(status);
      for (const [toCreator, toPlatform] of [
        [90_000_000, 15_000_000],
        [0, 0],
      ] as const)
        expect(await settle(work, toCreator, toPlatform)).toBe(refusedByRule);
    },
  );

  test('a second settlement, or one with other amounts than the end owes', async () => {
    const work = await assignmentIn('APPROVED');
    expect(await settle(work, 90_000_000, 15_000_000)).toBe(settledAlready);
    for (const [toCreator, toPlatform] of [
      [105_000_000, 0],
      [90_000_001, 14_999_999],
      [0, 0],
      [-1, 0],
    ] as const)
      expect(await settle(work, toCreator, toPlatform)).toBe(refusedByRule);
  });

  /** An assignment split by halves whose hold is full: only the decider makes a settlement wrong. */
  async function anUnsettledSplit() {
    const work = await assignmentIn('DISPUTED');
    const is = (status: string) =>
      market.pool.query('update placement_assignments set status = $2 where id = $1', [work.id, status]);
    const decided = (outcome: string | null, by: number | null) =>
      market.pool.query(
        `update disputes set outcome = $2::text, creator_share_bps = case when $2::text is not null then 5000 end, resolved_by = $3::bigint,
           note = $2::text, resolved_at = case when $2::text is not null then now() end where assignment_id = $1`,
        [work.id, outcome, by],
      );
    await is('RESOLVED');
    return {
      work,
      decidedBy: (by: number) => decided('SPLIT', by),
      settledBy: (by: number | null) => settle(work, 45_000_000, 7_500_000, by),
      async undo() {
        await decided(null, null);
        await is('DISPUTED');
      },
    };
  }

  test('a settlement in the name of a user who did not decide it', async () => {
    const { work, decidedBy, settledBy, undo } = await anUnsettledSplit();
    const { id: decider } = await staff();
    await decidedBy(decider);
    for (const by of [null, await market.aUser(['STAFF']), work.creator.id, work.advertiser.id])
      expect(await settledBy(by)).toBe(hasNoRole);
    expect(await settledBy(decider)).toBe('done');
    await undo();
  });

  test('a settlement decided by a party of the assignment, even as staff', async () => {
    const { work, decidedBy, settledBy, undo } = await anUnsettledSplit();
    const parties = [work.advertiser.id, work.creator.id];
    await market.pool.query(`update users set roles = roles || '{STAFF}' where id = any ($1)`, [parties]);
    for (const by of parties) {
      await decidedBy(by);
      expect(await settledBy(by)).toBe(hasNoRole);
    }
    const { id: decider } = await staff();
    await decidedBy(decider);
    expect(await settledBy(decider)).toBe('done');
    await undo();
  });

  test('more than the amount of a hold', async () => {
    const work = await assignmentIn('APPROVED');
    expect(await asService('update ledger_holds set released = 0 where assignment_id = $1', [work.id])).toBe(noRight);
    await expect(
      market.pool.query('update ledger_holds set released = released + 1 where assignment_id = $1', [work.id]),
    ).rejects.toMatchObject({ constraint: 'ledger_holds_never_overdrawn' });
  });
});

describe("the service's role cannot rewrite", () => {
  test('a consumed or superseded quote', async () => {
    const { orderId } = await anAssignment();
    for (const change of [`status = 'ACTIVE'`, 'order_version = order_version + 1', 'order_id = null'])
      expect(await asService(`update quotes set ${change} where order_id = $1`, [orderId]), change).toBe(refusedByRule);
    const advertiser = await market.anAdvertiser();
    const superseded = await market.aQuote(advertiser, await market.aListing());
    created(await advertiser.api.post(`/placement-orders/${superseded.orderId}/quote`, { expectedVersion: 1 }));
    const revive = `update quotes set status = 'ACTIVE' where id = $1`;
    expect(await asService(revive, [superseded.quote.quoteId])).toBe(refusedByRule);
  });

  test('the order of a quote', async () => {
    const advertiser = await market.anAdvertiser();
    const listing = await market.aListing();
    const [one, other] = [await market.aQuote(advertiser, listing), await market.aQuote(advertiser, listing)];
    expect(await asService('update quotes set order_id = $2 where id = $1', [one.quote.quoteId, other.orderId])).toBe(
      refusedByRule,
    );
  });

  test('a decided dispute', async () => {
    const { id } = await assignmentIn('RESOLVED');
    for (const change of ['creator_share_bps = 10000', 'note = note', 'resolved_by = null'])
      expect(await asService(`update disputes set ${change} where assignment_id = $1`, [id]), change).toBe(
        refusedByRule,
      );
  });

  test('the items of a funded order, and its funding', async () => {
    const { orderId } = await anAssignment();
    for (const statement of [
      'update order_items set base = 1 where order_id = $1',
      `insert into order_items (order_id, position, creator_id, quantity, discount_bps, due_at, brief, results, rights, base)
       select order_id, 99, creator_id, 1, 0, due_at, brief, results, rights, base from order_items where order_id = $1`,
      `update placement_orders set status = 'DRAFT' where id = $1`,
    ])
      expect(await asService(statement, [orderId]), statement).toBe(refusedByRule);
  });

  test('the role STAFF', async () => {
    const userId = await market.aUser(['ADVERTISER']);
    for (const roles of ['{STAFF}', '{ADVERTISER,STAFF}'])
      expect(await asService('update users set roles = $2 where id = $1', [userId, roles])).toBe(refusedByRule);
    expect(
      await asService(`insert into users (name, email, roles) values ('Forged', $1, '{STAFF}')`, [
        `${randomUUID()}@x.test`,
      ]),
    ).toBe(refusedByRule);
  });

  test('the state of an assignment, except by a transition of its life table', async () => {
    const { rows } = await market.pool.query(
      'select one as "from", other as "to" from unnest($1::text[]) one, unnest($1::text[]) other where may_become(one, other)',
      [states],
    );
    const moves = states.flatMap((from) =>
      Object.values(life[from]).flatMap((all) => all.map(({ to }) => `${from} ${to}`)),
    );
    const known = new Set(moves.filter((move) => new Set(move.split(' ')).size === 2));
    expect(new Set(rows.map(({ from, to }) => `${from} ${to}`))).toEqual(known);
    const { id } = await anAssignment();
    expect(await asService(`update placement_assignments set status = 'APPROVED' where id = $1`, [id])).toBe(
      refusedByRule,
    );
  });
});
