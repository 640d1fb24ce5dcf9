import { orderPictures, type PortfolioRecord } from '../../../db/creators/portfolio.ts';
import { factsOf } from '../../../db/query.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { answerWithAll, portfolioFacts } from './own-portfolio.ts';
import { inOrder } from './rules.ts';

/** Gives the caller's pictures this order. The ids must be exactly those of the portfolio. */
export const orderPortfolio = (
  ctx: Ctx,
  { pictureIds }: { readonly pictureIds: readonly string[] },
): Promise<{ data: PortfolioPicture[] }> =>
  mutate(ctx, {
    facts: factsOf(portfolioFacts(ctx)),
    visible: (found) => found,
    replay: (kept: readonly PortfolioRecord[], found) => answerWithAll(ctx, kept, found),
    async decide(found) {
      const ordered = inOrder(found.pictures, pictureIds);
      return {
        statements: orderPictures(ctx.actor.userId, pictureIds, ctx.now()),
        kept: ordered,
        answer: await answerWithAll(ctx, ordered, found),
      };
    },
  });
