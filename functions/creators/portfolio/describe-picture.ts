import { describePicture, type PortfolioRecord } from '../../../db/creators/portfolio.ts';
import { factsOf } from '../../../db/query.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { answerWithOne, pictureIn, portfolioFacts } from './own-portfolio.ts';

/** Gives a picture of the caller another caption, or none. */
export const describePortfolioPicture = (
  ctx: Ctx,
  { pictureId, caption }: { readonly pictureId: string; readonly caption: string | null },
): Promise<{ data: PortfolioPicture }> =>
  mutate(ctx, {
    facts: factsOf(portfolioFacts(ctx.actor.userId)),
    visible: (found) => ({ ...found, picture: pictureIn(found, pictureId) }),
    replay: (kept: PortfolioRecord, found) => answerWithOne(ctx, kept, found),
    async decide({ picture, isPublic }) {
      const described = { ...picture, caption };
      return {
        statements: describePicture(ctx.actor.userId, pictureId, caption, ctx.now()),
        kept: described,
        answer: await answerWithOne(ctx, described, { isPublic }),
      };
    },
  });
