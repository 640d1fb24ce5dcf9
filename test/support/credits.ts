import { randomUUID } from 'node:crypto';
import type { Market } from './market/market.ts';

interface FactoryOptions {
  readonly pauseReason?: 'MANUAL' | 'NO_CREDITS' | null;
  readonly isDeleted?: boolean;
}

interface Debit {
  readonly ownerId: number;
  readonly factoryId: number;
  readonly amount: number;
  readonly at?: Date;
}

/** Creates factories and their credits directly in the database. */
export function creditsOf(market: Market) {
  async function aFactory(
    ownerId: number,
    { pauseReason = null, isDeleted = false }: FactoryOptions = {},
  ): Promise<number> {
    const { id } = await market.one(
      `insert into factories (owner_id, name, status, pause_reason, interval_hours, tracking_days, created_at, updated_at, deleted_at)
       values ($1, 'A factory', $2, $3, 24, 30, now(), now(), case when $4 then now() end) returning id`,
      [ownerId, pauseReason === null ? 'ACTIVE' : 'PAUSED', pauseReason, isDeleted],
    );
    return Number(id);
  }

  /** Adds credits, as a grant of staff does. */
  const addCredits = (ownerId: number, credits: number, at: Date | null = null) =>
    market.pool.query(`select credit_add($1, 'GRANT', $2, $3, coalesce($4::timestamptz, now()), $1)`, [
      ...[ownerId, credits, randomUUID(), at],
    ]);

  /** Debits a scan of a factory: account, entry, day and both sums. The account has the credits. */
  const debit = ({ ownerId, factoryId, amount, at = new Date() }: Debit) =>
    market.pool.query(
      `with account as (
         update credit_accounts set balance = balance - $3, spent = spent + $3, updated_at = $4 where owner_id = $1 returning balance
       ), factory as (
         update factories set spent_credits = spent_credits + $3 where id = $2
       ), day as (
         insert into credit_days (owner_id, day, factory_id, debited) values ($1, ($4::timestamptz at time zone 'UTC')::date, $2, $3)
         on conflict (owner_id, day, factory_id) do update set debited = credit_days.debited + excluded.debited
       )
       insert into credit_entries (owner_id, factory_id, kind, reason, amount, balance_after, reference, created_at)
       select $1, $2, 'DEBIT', 'SCAN', $3, balance, $5, $4 from account`,
      [ownerId, factoryId, amount, at, randomUUID()],
    );

  /** Reserves credits for a scan that has begun. */
  const reserve = (ownerId: number, factoryId: number, amount: number) =>
    market.pool.query(
      `with scan as (
         insert into factory_scans (factory_id, owner_id, account_id, held, opened_at, lease_end)
         values ($2, $1, -nextval('factory_accounts_id_seq'), $3, now(), now() + interval '15 minutes'))
       update credit_accounts set reserved = reserved + $3 where owner_id = $1`,
      [ownerId, factoryId, amount],
    );

  const statusOf = (id: number) =>
    market.one('select status, pause_reason, version from factories where id = $1', [id]);

  return { aFactory, addCredits, debit, reserve, statusOf };
}

/** The body of a purchase at the default price. */
export const aPurchase = (credits = 100, changes: object = {}) => ({
  credits,
  priceRaw: String(credits * 1_000),
  confirm: true,
  ...changes,
});
