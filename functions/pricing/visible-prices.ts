import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type PricedTarget, priceListOf } from '../../db/pricing.ts';
import { type OwnAccount, ownAccount } from '../../db/social-accounts.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import type { PriceListRecord } from '../../schema/pricing.ts';
import type { Ctx } from '../context.ts';

export interface PricesFacts {
  readonly list: PriceListRecord | null;
  /** Of the alias alone. */
  readonly account: OwnAccount | null;
}

/** What is read of the prices that the caller asks for: columns of the facts. */
export const pricesFacts = ({ actor }: Ctx, target: PricedTarget): SQL =>
  sql`${priceListOf(actor.userId, target)} as list,
      ${ownAccount(actor.userId, 'accountId' in target ? target.accountId : null)} as account`;

/** The price list that was asked for. By an account: one of the caller's own, which may be used, and has a channel. */
export function visiblePrices(target: PricedTarget, { list, account }: PricesFacts): PriceListRecord {
  if ('accountId' in target && !account) throw notFound();
  if (account && !account.isUsable)
    throw new Refusal('ACCOUNT_ACCESS_DENIED', 'The social account is not active and verified.');
  if (!list) throw notFound();
  return list;
}
