import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { marketOf } from '../../support/market/market.ts';
import { noRight, rightsOf } from '../../support/rights.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { asService, asOwner, end } = rightsOf(market, shared.databaseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await end();
  await market.close();
});

const refusedByRule = 'CL500';
const refusedByCheck = '23514';

describe('ledger_post', () => {
  const post = (legs: readonly object[], kind = 'DEPOSIT') => [
    `select ledger_post($1, 'payment', $2, now(), $3)`,
    [kind, randomUUID(), JSON.stringify(legs)],
  ];
  const posted = (legs: readonly object[], kind?: string) => {
    const [statement, values] = post(legs, kind);
    return asOwner(String(statement), [values].flat());
  };
  const available = (owner: number, amount: string) => ({ owner, account: 'AVAILABLE', amount });
  const external = (amount: string) => ({ owner: null, account: 'EXTERNAL', amount });

  test("accepts valid entries from the owner of the tables only, and the service's role cannot call it", async () => {
    const owner = await market.aUser(['ADVERTISER']);
    const [statement, values] = post([available(owner, '100'), external('-100')]);
    expect(await asOwner(String(statement), [values].flat())).toBe('done');
    expect(await asService(String(statement), [values].flat())).toBe(noRight);
  });

  test('refuses entries that do not sum to zero, are fewer than two, or transfer nothing', async () => {
    const owner = await market.aUser(['ADVERTISER']);
    const wrong = [
      [available(owner, '100'), external('-99')],
      [available(owner, '100'), external('100')],
      [available(owner, '100')],
      [available(owner, '0')],
      [available(owner, '0'), external('0')],
      [],
    ];
    for (const legs of wrong) expect(await posted(legs), JSON.stringify(legs)).toEqual(refusedByRule);
  });

  test('refuses an unknown account and a repeated one', async () => {
    const owner = await market.aUser(['ADVERTISER']);
    await market.deposit(owner, 1);
    const nobody = 9_007_199_254_740_991;
    const revenue = { owner, account: 'REVENUE', amount: '100' };
    expect(await posted([{ owner: null, account: 'NOWHERE', amount: '100' }, external('-100')])).toEqual(refusedByRule);
    expect(await posted([available(owner, '100'), available(owner, '-100')])).toEqual(refusedByRule);
    expect(await posted([revenue, external('-100')])).toEqual(refusedByCheck);
    expect(await posted([available(nobody, '100'), external('-100')])).toEqual('23503');
  });

  test('refuses a balance below zero, and an unknown kind of transfer', async () => {
    const owner = await market.aUser(['ADVERTISER']);
    await market.deposit(owner, 1);
    expect(await posted([available(owner, '-10001'), external('10001')])).toEqual(refusedByCheck);
    expect(await posted([available(owner, '-10000'), external('10000')])).toEqual('done');
    expect(await posted([available(owner, '1'), external('-1')], 'GIFT')).toEqual(refusedByCheck);
  });
});

describe('the tables themselves, even for their owner,', () => {
  test('refuse an entry that leaves its transfer unbalanced', async () => {
    const owner = await market.aUser(['ADVERTISER']);
    await market.deposit(owner, 1);
    const insert = `with t as (
        insert into ledger_transfers (kind, reference_type, reference_id, created_at)
        values ('ADJUSTMENT', 'payment', $1, now()) returning id)
      insert into ledger_entries (account_id, transfer_id, amount, balance_after)
      select a.id, t.id, 100, 100 from t, ledger_accounts a where a.owner_id = $2`;
    expect(await asOwner(insert, [randomUUID(), owner])).toBe(refusedByRule);
  });

  test.each([
    'update ledger_entries set amount = amount',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'update ledger_transfers set kind = kind',
    'delete from ledger_transfers',
    'delete from ledger_accounts',
    'delete from ledger_holds',
    'update assignment_events set data = data',
    'delete from assignment_events',
    'update ownership_events set at = at',
    'delete from ownership_events',
  ])('refuse: %s', async (statement) => {
    expect(await asOwner(statement)).toBe(refusedByRule);
  });
});
