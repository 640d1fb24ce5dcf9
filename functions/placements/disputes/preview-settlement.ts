import { caseOf } from '../../../db/placements/disputes.ts';
import { facts } from '../../../db/query.ts';
import type { SettlementView } from '../../../schema/placements/disputes.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { payoutsOf } from './view.ts';

/** The exact amounts that a split of the assignment would pay. */
export async function previewSettlement(
  ctx: Ctx,
  { id, creatorShareBps }: { readonly id: number; readonly creatorShareBps: number },
): Promise<{ data: SettlementView }> {
  const { found } = await facts(ctx.db, { found: caseOf(id) });
  if (!found) throw notFound();
  return { data: { creatorShareBps, ...payoutsOf(found.assignment, 'SPLIT', creatorShareBps) } };
}
