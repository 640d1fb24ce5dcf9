import type { Platform } from '../../../schema/shared/enums.ts';
import { creditsOf } from '../credits.ts';
import type { Market } from '../market/market.ts';

interface Due {
  readonly accounts: number;
  /** Of each account. The simulator knows each of them as a public video. */
  readonly posts?: number;
  readonly turn?: 'LISTING' | 'SCAN';
  readonly credits?: number;
  readonly at: Date;
  readonly platform?: Platform;
}

/** A factory of a new owner, whose accounts are due, created directly in the database. Its posts need no covers. */
export async function dueAccounts(
  market: Market,
  { accounts, posts = 0, turn = 'SCAN', credits = 0, at, platform = 'YOUTUBE' }: Due,
): Promise<{ readonly ownerId: number; readonly factoryId: number }> {
  const ownerId = await market.aUser(['ADVERTISER']);
  if (credits > 0) await creditsOf(market).addCredits(ownerId, credits);
  const { id: factoryId } = await market.one(
    `insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
     values ($1, 'A factory', 24, 365, $2, $2) returning id::int`,
    [ownerId, at],
  );
  await market.pool.query(
    `with account as (
       insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, turn, due_at, created_at)
       select $1::bigint, $6::text, 'due' || $1::bigint || '-' || n, 'UC' || rpad(md5($1::bigint || '-' || n), 22, '0'), 'ACCOUNT', 'ACTIVE', $3, $4,
         $5, $5 from generate_series(1, $2::int) n returning id
     )
     insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at, cover_due_at)
     select $1, id, $6, substr(md5(id || '-' || n), 1, 11), $5::timestamptz - interval '1 day', $5, $5::timestamptz + interval '1 year' from account, generate_series(1, $3::int) n`,
    [factoryId, accounts, posts, turn, at, platform],
  );
  return { ownerId, factoryId };
}

/** The messages of the accounts of some factories that are leased, as the queue has them. */
export async function leasedMessages(market: Market, at: Date): Promise<object[]> {
  const { rows } = await market.pool.query(
    `select a.id::int, a.platform, a.due_at as "leaseEnd", a.turn from factory_accounts a
     where a.due_at > $1 and a.due_at <= $1::timestamptz + interval '16 minutes'
       and (a.turn = 'LISTING' or exists (select from factory_scans s where s.account_id = a.id and s.status = 'OPEN' and s.lease_end = a.due_at))
     order by a.id`,
    [at],
  );
  return rows.map(({ id, platform, leaseEnd, turn }) => ({
    kind: turn === 'SCAN' ? 'scan-factory-posts' : 'list-factory-posts',
    ...{ platform, accountId: null, leaseEnd: leaseEnd.toISOString(), ids: [id] },
  }));
}
