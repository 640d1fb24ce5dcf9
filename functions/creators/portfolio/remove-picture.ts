import { type PortfolioRecord, removePicture } from '../../../db/creators/portfolio.ts';
import { factsOf } from '../../../db/query.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import { refuseOwn } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { answerWithAll, pictureIn, portfolioFacts } from './own-portfolio.ts';
import { without } from './rules.ts';

export interface RemovedPicture {
  readonly pictureId: string;
  /** The creator whose picture staff removes; otherwise it is a picture of the caller. */
  readonly userId?: number | undefined;
}

/** Removes a picture of a portfolio. It is gone within a second, and a job deletes its file. */
export const removePortfolioPicture = (
  ctx: Ctx,
  { pictureId, userId }: RemovedPicture,
): Promise<{ data: PortfolioPicture[] }> => {
  const creatorId = userId ?? ctx.actor.userId;
  return mutate(ctx, {
    facts: factsOf(portfolioFacts(creatorId)),
    // A replay finds no picture any more.
    visible: (found) => found,
    replay: (kept: readonly PortfolioRecord[], found) => answerWithAll(ctx, kept, found),
    async decide(found) {
      if (userId !== undefined)
        refuseOwn(ctx.actor.userId, [userId], 'remove pictures of their own portfolio for staff');
      const picture = pictureIn(found, pictureId);
      const rest = without(found.pictures, pictureId);
      return {
        statements: removePicture(creatorId, picture, ctx.now()),
        kept: rest,
        answer: await answerWithAll(ctx, rest, found),
      };
    },
  });
};
