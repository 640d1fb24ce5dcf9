import { factoryCreditsOf } from '../../../db/factories/credits.ts';
import { maybe } from '../../../db/query.ts';
import type { FactoryCreditsView } from '../../../schema/factories/credits.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { usageDaysAt } from './rules.ts';
import { viewFactoryCredits } from './view.ts';

/** The credits of the caller, and how long a factory of the caller can spend them. */
export async function getFactoryCredits(
  ctx: Ctx,
  { id }: { readonly id: number },
): Promise<{ data: FactoryCreditsView }> {
  const found = await maybe(ctx.db, factoryCreditsOf(ctx.actor.userId, id, usageDaysAt(ctx.now()), ctx.now()));
  if (found === null) throw notFound();
  return { data: viewFactoryCredits(found) };
}
