import { creditsOf } from '../../../db/factories/credits.ts';
import { one } from '../../../db/query.ts';
import type { CreditWalletView } from '../../../schema/factories/credits.ts';
import type { Ctx } from '../../context.ts';
import { usageDaysAt } from './rules.ts';
import { viewCredits } from './view.ts';

/** The credits of the caller, how long they last, and the price of more. */
export async function getCredits(
  ctx: Ctx,
  { credits }: { readonly credits?: number | undefined },
): Promise<{ data: CreditWalletView }> {
  const found = await one(ctx.db, creditsOf(ctx.actor.userId, usageDaysAt(ctx.now()), ctx.now()));
  return { data: viewCredits(found, ctx.settings.CREDIT_PRICE_RAW, credits) };
}
