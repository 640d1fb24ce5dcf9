import { creditsOf } from '../../../db/factories/credits.ts';
import { one } from '../../../db/query.ts';
import type { CreditWalletView } from '../../../schema/factories/credits.ts';
import type { Ctx } from '../../context.ts';
import { viewCredits } from './view.ts';

/** The credits of the caller, and those that are reserved. */
export async function getCredits(ctx: Ctx): Promise<{ data: CreditWalletView }> {
  return { data: viewCredits(await one(ctx.db, creditsOf(ctx.actor.userId))) };
}
