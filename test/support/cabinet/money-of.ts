import type { Market } from '../market/market.ts';

/** The ids of the users of a case by their names in it. */
export type Parties = Readonly<Record<string, number>>;
/** Amounts by name and account: USDT in minor units, credits, and cents that posts have earned. */
export type Moved = Readonly<Record<string, string>>;

const everything = `
  select owner_id::int as owner, kind, balance::text as amount from ledger_accounts where owner_id = any ($1)
  union all select owner_id::int, 'CREDITS', balance::text from credit_accounts where owner_id = any ($1)
  union all select creator_id::int, 'EARNED', sum(earned_cents)::text from campaign_posts
    where creator_id = any ($1) group by creator_id`;

/** All money of these users. */
export async function moneyOf({ pool }: Market, parties: Parties): Promise<Moved> {
  const { rows } = await pool.query(everything, [Object.values(parties)]);
  const nameOf = (id: number) => Object.entries(parties).find(([, one]) => one === id)?.[0];
  return Object.fromEntries(rows.map(({ owner, kind, amount }) => [`${nameOf(owner)} ${kind}`, amount]));
}

/** What has changed between two readings. */
export function movedBetween(before: Moved, after: Moved): Moved {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = names.map((name) => [name, BigInt(after[name] ?? 0) - BigInt(before[name] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n).map(([name, change]) => [name, `${change}`]));
}
