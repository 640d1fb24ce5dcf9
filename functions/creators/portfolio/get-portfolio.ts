import { facts } from '../../../db/query.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import type { Ctx } from '../../context.ts';
import { answerWithAll, portfolioFacts } from './own-portfolio.ts';

/** The caller's pictures in their order. */
export async function getPortfolio(ctx: Ctx): Promise<{ data: PortfolioPicture[] }> {
  const found = await facts(ctx.db, portfolioFacts(ctx.actor.userId));
  return answerWithAll(ctx, found.pictures, found);
}
