import { type PricedTarget, type PriceListRecord, priceListOf } from '../../../db/creators/prices.ts';
import type { RowOf } from '../../../db/query.ts';
import { ownAccount } from '../../../db/social-accounts/accounts.ts';
import { notFound, unusableAccount } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';

/** The facts about the requested prices. The account is null unless the target is one. */
export const pricesFacts = ({ actor }: Ctx, target: PricedTarget) => ({
  list: priceListOf(actor.userId, target),
  account: ownAccount(actor.userId, 'accountId' in target ? target.accountId : null),
});

type PricesFacts = RowOf<ReturnType<typeof pricesFacts>>;

/** The requested price list. An account must belong to the caller, be active, and have a channel. */
export function visiblePrices(target: PricedTarget, { list, account }: PricesFacts): PriceListRecord {
  if ('accountId' in target && !account) throw notFound();
  if (account && !account.isUsable) throw unusableAccount();
  if (!list) throw notFound();
  return list;
}
