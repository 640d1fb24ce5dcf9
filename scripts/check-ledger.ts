import pg from 'pg';
import { runAsCommand } from './local/process/command.ts';
import { ownerDatabaseUrl } from './local/running-stack.ts';

/** The changes since transaction $1, and all rows connected with them. */
const changed = `
  changed_entries as materialized (select account_id, transfer_id from ledger_entries where age(xmin) <= age($1::xid)),
  changed_accounts as materialized (
    select id, owner_id, balance from ledger_accounts
    where age(xmin) <= age($1::xid) or id in (select account_id from changed_entries)),
  changed_transfers as materialized (select id from ledger_transfers where age(xmin) <= age($1::xid)),
  changed_holds as materialized (select * from ledger_holds where age(xmin) <= age($1::xid)),
  changed_campaign_holds as materialized (select * from campaign_holds where age(xmin) <= age($1::xid)),
  changed_campaigns as materialized (
    select id, status, budget_cents, spent_cents, paid_cents from campaigns
    where age(xmin) <= age($1::xid) or id in (select campaign_id from changed_campaign_holds)),
  changed_credit_entries as materialized (select * from credit_entries where age(xmin) <= age($1::xid)),
  changed_credit_accounts as materialized (
    select owner_id, balance, spent from credit_accounts
    where age(xmin) <= age($1::xid) or owner_id in (select owner_id from changed_credit_entries)),
  changed_assignments as materialized (
    select id, order_id, base, brand_fee from placement_assignments
    where age(xmin) <= age($1::xid) or id in (select assignment_id from changed_holds)),
  changed_orders as materialized (
    select id, status from placement_orders
    where age(xmin) <= age($1::xid) or id in (select order_id from changed_assignments)
      or id in (select order_id from quotes where age(xmin) <= age($1::xid)))`;

/** Each query finds violations of a ledger invariant in the changes; all must find none. */
const invariants: Readonly<Record<string, string>> = {
  'every transfer sums to zero': `
    select transfer_id, sum(amount) from ledger_entries where transfer_id in (select transfer_id from changed_entries)
    group by transfer_id having sum(amount) <> 0`,
  'every transfer has entries': `
    select id from changed_transfers t where not exists (select from ledger_entries where transfer_id = t.id)`,
  "a user's balance is the sum of its entries": `
    select a.id, a.balance, coalesce(sum(e.amount), 0) as entries
    from changed_accounts a left join ledger_entries e on e.account_id = a.id
    where a.owner_id is not null group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  'each entry continues the balance before it': `
    select * from (
      select account_id, transfer_id, amount, balance_after,
        coalesce(lag(balance_after) over (partition by account_id order by transfer_id), 0) as before
      from ledger_entries join changed_accounts on id = account_id where owner_id is not null) chain
    where balance_after is distinct from before + amount`,
  'no user is below zero': 'select id from changed_accounts where balance < 0',
  "a user's reserved balance is the sum of the open holds": `
    select u.owner_id, reserved.balance, held.amount
    from (
      select owner_id from changed_accounts where owner_id is not null union select owner_id from changed_holds
      union select owner_id from changed_campaign_holds) u
    left join ledger_accounts reserved on reserved.owner_id = u.owner_id and reserved.kind = 'RESERVED'
    cross join lateral (
      select sum(held.amount) as amount from (
        select amount - released - refunded as amount from ledger_holds h where h.owner_id = u.owner_id
        union all
        select amount - released - refunded from campaign_holds c where c.owner_id = u.owner_id) held) held
    where coalesce(reserved.balance, 0) <> coalesce(held.amount, 0)`,
  'no hold pays more than its amount': 'select assignment_id from changed_holds where released + refunded > amount',
  'no hold of a campaign pays more than its amount': `
    select campaign_id from changed_campaign_holds where released + refunded > amount`,
  'each started campaign holds its budget, of which it has released what was paid': `
    select c.id from changed_campaigns c left join campaign_holds h on h.campaign_id = c.id
    where (c.status in ('RUNNING', 'PAUSED', 'COMPLETED') or h.campaign_id is not null)
      and (h.amount is distinct from c.budget_cents * 10000 or h.released is distinct from c.paid_cents * 10000
        or (h.amount = h.released + h.refunded) <> (c.status in ('COMPLETED', 'CANCELLED') or h.amount = h.released))`,
  'the reserves of a campaign sum to its hold': `
    select h.campaign_id from changed_campaign_holds h
    where h.amount <> (select sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.amount > 0
      where t.kind = 'CAMPAIGN_RESERVE' and t.reference_type = 'campaign' and payment_reference(t.reference_id)
        in (select payment_reference(h.campaign_id || ':' || n) from campaigns c, generate_series(1, c.reserves) n where c.id = h.campaign_id))`,
  'the posts and the creators of a campaign have earned and were paid what the campaign has spent and paid': `
    select c.id from changed_campaigns c
    where (c.spent_cents, c.paid_cents) <> (
        select coalesce(sum(earned_cents), 0), coalesce(sum(paid_cents), 0) from campaign_posts p where p.campaign_id = c.id)
      or (c.spent_cents, c.paid_cents) <> (
        select coalesce(sum(earned_cents), 0), coalesce(sum(paid_cents), 0) from campaign_creators m where m.campaign_id = c.id)`,
  'the earnings of a post sum to what it has earned and was paid': `
    select p.id from campaign_posts p
    where (age(p.xmin) <= age($1::xid) or p.campaign_id in (select id from changed_campaigns))
      and (p.earned_cents, p.paid_cents) <> (
        select coalesce(sum(amount_cents) filter (where kind = 'ACCRUAL'), 0), coalesce(sum(amount_cents) filter (where kind = 'PAYOUT'), 0)
        from campaign_earnings e where e.campaign_post_id = p.id)`,
  'an ended campaign has paid what it has spent': `
    select id from changed_campaigns where status in ('COMPLETED', 'CANCELLED') and spent_cents <> paid_cents`,
  'a balance of credits is the sum of its entries, and spent the sum of its debits': `
    select a.owner_id, a.balance, a.spent
    from changed_credit_accounts a left join credit_entries e on e.owner_id = a.owner_id
    group by a.owner_id, a.balance, a.spent
    having a.balance <> coalesce(sum(case e.kind when 'CREDIT' then e.amount else -e.amount end), 0)
      or a.spent <> coalesce(sum(e.amount) filter (where e.kind = 'DEBIT'), 0)`,
  'the reserved credits of a user are those of the open scans': `
    select a.owner_id, a.reserved from credit_accounts a
    where (a.owner_id in (select owner_id from changed_credit_accounts))
      and a.reserved <> (select coalesce(sum(s.held), 0) from factory_scans s where s.owner_id = a.owner_id and s.status = 'OPEN')`,
  'each scan that was paid has one debit of its credits': `
    select s.id from factory_scans s join credit_accounts a on a.owner_id = s.owner_id
    where a.owner_id in (select owner_id from changed_credit_accounts) and s.charged <> (
      select coalesce(sum(e.amount), 0) from credit_entries e where e.reason = 'SCAN' and payment_reference(e.reference) = payment_reference(s.id::text))`,
  'each entry of credits continues the balance before it': `
    select * from (
      select e.id, e.owner_id, e.balance_after, case e.kind when 'CREDIT' then e.amount else -e.amount end as change,
        coalesce(lag(e.balance_after) over (partition by e.owner_id order by e.id), 0) as before
      from credit_entries e join changed_credit_accounts a on a.owner_id = e.owner_id) chain
    where balance_after <> before + change`,
  'a factory has spent the sum of its debits': `
    select f.id, f.spent_credits from factories f
    where (age(f.xmin) <= age($1::xid) or f.id in (select factory_id from changed_credit_entries))
      and f.spent_credits <> (select coalesce(sum(e.amount), 0) from credit_entries e where e.factory_id = f.id)`,
  'each transfer for credits has one entry of credits with its reference, for the same user': `
    select t.id from ledger_transfers t
    where t.kind = 'CREDIT_PURCHASE' and t.id in (select id from changed_transfers) and not exists (
      select from credit_entries e
      join ledger_accounts a on a.owner_id = e.owner_id and a.kind = 'AVAILABLE'
      join ledger_entries l on l.account_id = a.id and l.transfer_id = t.id and l.amount < 0
      where t.reference_type = 'credits' and e.reason = 'PURCHASE' and e.reference = t.reference_id)`,
  'each purchase of credits has one transfer with its reference': `
    select e.id from changed_credit_entries e
    where e.reason = 'PURCHASE' and (
      select count(*) from ledger_transfers t
      where t.kind = 'CREDIT_PURCHASE' and t.reference_type = 'credits' and payment_reference(t.reference_id) = payment_reference(e.reference)) <> 1`,
  'each assignment has one hold of base and brand fee': `
    select a.id from changed_assignments a left join ledger_holds h on h.assignment_id = a.id
    where h.amount is distinct from a.base + a.brand_fee`,
  'each funded order has one consumed quote, which equals the sum of its holds': `
    select o.id from changed_orders o where o.status not in ('DRAFT', 'QUOTED', 'CANCELLED') and not exists (
      select from quotes q where q.order_id = o.id and q.status = 'CONSUMED' and q.base + q.brand_fee =
        (select sum(h.amount) from ledger_holds h join placement_assignments a on a.id = h.assignment_id where a.order_id = o.id))`,
  'each funded order was reserved by one transfer of its total': `
    select o.id from changed_orders o
    join (select order_id, sum(base + brand_fee) as total from placement_assignments
          where order_id in (select id from changed_orders) group by order_id) a on a.order_id = o.id
    where (select coalesce(sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
           where t.kind = 'RESERVE' and t.reference_type = 'order' and t.reference_id = o.id::text and e.amount > 0) <> a.total`,
  'an order is funded if and only if it has assignments': `
    select o.id from changed_orders o
    where o.status <> 'CANCELLED'
      and (o.status in ('DRAFT', 'QUOTED')) = exists (select from placement_assignments a where a.order_id = o.id)`,
};

export interface Breach {
  readonly invariant: string;
  readonly rows: readonly unknown[];
}

export interface Findings {
  readonly breaches: readonly Breach[];
  /** All transactions before this one are checked: the next check can begin here. */
  readonly upTo: string;
}

/** Before every transaction: a check from here covers the whole ledger. */
export const fromStart = '2';

const found = Object.entries(invariants).map(
  ([invariant, query]) =>
    `select '${invariant.replaceAll("'", "''")}' as invariant, to_jsonb(broken) as "row" from (${query} limit 20) broken`,
);
const check = {
  // Planned once on a connection: planning takes longer than checking the few rows that a test has changed.
  name: 'check-ledger',
  text: `with ${changed}, found as (${found.join(' union all ')})
    select (select pg_snapshot_xmin(pg_current_snapshot())::text) as "upTo",
      (select coalesce(jsonb_agg(found), '[]') from found) as found`,
};

/** The violations of the ledger's invariants since that transaction, in one statement and so in one snapshot. */
export async function checkLedgerSince(database: Pick<pg.Pool | pg.Client, 'query'>, since: string): Promise<Findings> {
  const { rows } = await database.query<{ upTo: string; found: { invariant: string; row: unknown }[] }>({
    ...check,
    values: [since],
  });
  const { upTo = since, found = [] } = rows[0] ?? {};
  const byInvariant = Map.groupBy(found, ({ invariant }) => invariant);
  return {
    upTo,
    breaches: [...byInvariant].map(([invariant, all]) => ({ invariant, rows: all.map(({ row }) => row) })),
  };
}

/** The violations of the ledger's invariants in this database; empty when it is correct. */
export async function checkLedger(databaseUrl: string): Promise<readonly Breach[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await checkLedgerSince(client, fromStart)).breaches;
  } finally {
    await client.end();
  }
}

await runAsCommand(import.meta.url, async () => {
  const breaches = await checkLedger(ownerDatabaseUrl());
  for (const { invariant, rows } of breaches) console.error(`VIOLATED: ${invariant}\n${JSON.stringify(rows)}`);
  if (breaches.length > 0) process.exit(1);
  console.log(`The ledger is correct: ${Object.keys(invariants).length} invariants hold.`);
});
