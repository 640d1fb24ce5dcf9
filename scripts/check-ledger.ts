import pg from 'pg';
import { runAsCommand } from './local/command.ts';
import { ownerDatabaseUrl } from './local/running-stack.ts';

/** Each query finds what breaks an invariant of the ledger; all of them must find nothing. */
const invariants: Readonly<Record<string, string>> = {
  'every transfer sums to zero': `
    select transfer_id, sum(amount) from ledger_entries group by transfer_id having sum(amount) <> 0`,
  'every transfer has entries': `
    select id from ledger_transfers t where not exists (select from ledger_entries where transfer_id = t.id)`,
  "a user's balance is the sum of its entries": `
    select a.id, a.balance, coalesce(sum(e.amount), 0) from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.owner_id is not null group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  'each entry continues the balance before it': `
    select * from (
      select account_id, transfer_id, amount, balance_after,
        coalesce(lag(balance_after) over (partition by account_id order by transfer_id), 0) as before
      from ledger_entries join ledger_accounts on id = account_id where owner_id is not null) chain
    where balance_after is distinct from before + amount`,
  'no user is below zero': 'select id from ledger_accounts where balance < 0',
  'what is reserved is what the holds still hold': `
    select u.id, reserved.balance, held.amount from users u
    left join ledger_accounts reserved on reserved.owner_id = u.id and reserved.kind = 'RESERVED'
    left join (select owner_id, sum(amount - released - refunded) as amount from ledger_holds group by owner_id) held on held.owner_id = u.id
    where coalesce(reserved.balance, 0) <> coalesce(held.amount, 0)`,
  'no hold gives more than it held': 'select assignment_id from ledger_holds where released + refunded > amount',
  'each assignment has one hold of base and brand fee': `
    select a.id from placement_assignments a left join ledger_holds h on h.assignment_id = a.id
    where h.amount is distinct from a.base + a.brand_fee`,
  'each funded order has one consumed quote, for what its assignments hold': `
    select o.id from placement_orders o where o.status not in ('DRAFT', 'QUOTED', 'CANCELLED') and not exists (
      select from quotes q where q.order_id = o.id and q.status = 'CONSUMED' and q.base + q.brand_fee =
        (select sum(h.amount) from ledger_holds h join placement_assignments a on a.id = h.assignment_id where a.order_id = o.id))`,
  'each funded order was reserved by one transfer of its total': `
    select o.id from placement_orders o
    join (select order_id, sum(base + brand_fee) as total from placement_assignments group by order_id) a on a.order_id = o.id
    where (select coalesce(sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
           where t.kind = 'RESERVE' and t.reference_type = 'order' and t.reference_id = o.id::text and e.amount > 0) <> a.total`,
  'an order is funded exactly when it has assignments': `
    select o.id from placement_orders o
    where o.status <> 'CANCELLED'
      and (o.status in ('DRAFT', 'QUOTED')) = exists (select from placement_assignments a where a.order_id = o.id)`,
};

export interface Breach {
  readonly invariant: string;
  readonly rows: readonly unknown[];
}

/** What breaks an invariant of the ledger in this database: an empty list when it is sound. One snapshot for all. */
export async function checkLedger(databaseUrl: string): Promise<Breach[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const breaches: Breach[] = [];
    for (const [invariant, query] of Object.entries(invariants)) {
      const { rows } = await client.query(`${query} limit 20`);
      if (rows.length > 0) breaches.push({ invariant, rows });
    }
    return breaches;
  } finally {
    await client.end();
  }
}

await runAsCommand(import.meta.url, async () => {
  const breaches = await checkLedger(ownerDatabaseUrl());
  for (const { invariant, rows } of breaches) console.error(`BROKEN: ${invariant}\n${JSON.stringify(rows)}`);
  if (breaches.length > 0) process.exit(1);
  console.log(`The ledger is sound: ${Object.keys(invariants).length} invariants hold.`);
});
