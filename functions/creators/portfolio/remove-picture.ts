import { type PortfolioRecord, removePicture } from '../../../db/creators/portfolio.ts';
import { factsOf } from '../../../db/query.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { answerWithAll, pictureIn, portfolioFacts } from './own-portfolio.ts';
import { without } from './rules.ts';

/** Removes a picture of the caller. It is gone within a second, and a job deletes its file. */
export const removePortfolioPicture = (
  ctx: Ctx,
  { pictureId }: { readonly pictureId: string },
): Promise<{ data: PortfolioPicture[] }> =>
  mutate(ctx, {
    facts: factsOf(portfolioFacts(ctx)),
    // A replay finds no picture any more.
    visible: (found) => found,
    replay: (kept: readonly PortfolioRecord[], found) => answerWithAll(ctx, kept, found),
    async decide(found) {
      const picture = pictureIn(found, pictureId);
      const rest = without(found.pictures, pictureId);
      return {
        statements: removePicture(ctx.actor.userId, picture, ctx.now()),
        kept: rest,
        answer: await answerWithAll(ctx, rest, found),
      };
    },
  });
