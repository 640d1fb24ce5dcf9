import { orderPictures, type PortfolioRecord } from '../../../db/creators/portfolio.ts';
import { factsOf } from '../../../db/query.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { answerWithAll, portfolioFacts } from './own-portfolio.ts';
import { inOrder, refuseOtherOrder } from './rules.ts';

interface Order {
  readonly pictureIds: readonly string[];
  /** The order that the caller has read. */
  readonly expectedPictureIds?: readonly string[] | undefined;
}

/** Sorts the caller's pictures in this order. The ids must be exactly those of the portfolio. */
export const reorderPortfolio = (
  ctx: Ctx,
  { pictureIds, expectedPictureIds }: Order,
): Promise<{ data: PortfolioPicture[] }> =>
  mutate(ctx, {
    facts: factsOf(portfolioFacts(ctx.actor.userId)),
    visible: (found) => found,
    replay: (kept: readonly PortfolioRecord[], found) => answerWithAll(ctx, kept, found),
    async decide(found) {
      refuseOtherOrder(found.pictures, expectedPictureIds);
      const ordered = inOrder(found.pictures, pictureIds);
      return {
        statements: orderPictures(ctx.actor.userId, { pictureIds, expectedPictureIds }, ctx.now()),
        kept: ordered,
        answer: await answerWithAll(ctx, ordered, found),
      };
    },
  });
