import { factoryUsageOf, usageOf } from '../../../db/factories/credits.ts';
import { maybe, one } from '../../../db/query.ts';
import type { CreditUsageView } from '../../../schema/factories/credits.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { usageDaysAt } from './rules.ts';
import { viewUsage } from './view.ts';

/** The credits that the scans of all factories of the caller have cost, those of deleted factories included. */
export async function getCreditUsage(ctx: Ctx): Promise<{ data: CreditUsageView }> {
  return { data: viewUsage(await one(ctx.db, usageOf(ctx.actor.userId, usageDaysAt(ctx.now())))) };
}

/** The credits that the scans of a factory of the caller have cost. */
export async function getFactoryCreditUsage(
  ctx: Ctx,
  { id }: { readonly id: number },
): Promise<{ data: CreditUsageView }> {
  const found = await maybe(ctx.db, factoryUsageOf(ctx.actor.userId, id, usageDaysAt(ctx.now())));
  if (found === null) throw notFound();
  return { data: viewUsage(found) };
}
