import { sql } from 'drizzle-orm/sql/sql';
import { isListed } from '../../../db/catalog/refresh.ts';
import { type PortfolioRecord, portfolioOf } from '../../../db/creators/portfolio.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { showPicture, showPictures } from './shown-pictures.ts';

export interface PortfolioFacts {
  readonly pictures: readonly PortfolioRecord[];
  /** True while the page is public. */
  readonly isPublic: boolean;
}

/** The facts of a creator's portfolio. */
export const portfolioFacts = (creatorId: number) => ({
  pictures: portfolioOf(creatorId),
  isPublic: isListed(sql`${creatorId}::bigint`),
});

/** The picture with this id in the portfolio, or RESOURCE_NOT_FOUND. */
export function pictureIn({ pictures }: PortfolioFacts, id: string): PortfolioRecord {
  const found = pictures.find((picture) => picture.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** The answer with one picture. A replay signs its address again. */
export const answerWithOne = async (
  ctx: Ctx,
  picture: PortfolioRecord,
  { isPublic }: Pick<PortfolioFacts, 'isPublic'>,
): Promise<{ data: PortfolioPicture }> => ({ data: await showPicture(ctx, picture, isPublic) });

/** The answer with all pictures. A replay signs their addresses again. */
export const answerWithAll = async (
  ctx: Ctx,
  pictures: readonly PortfolioRecord[],
  { isPublic }: Pick<PortfolioFacts, 'isPublic'>,
): Promise<{ data: PortfolioPicture[] }> => ({ data: await showPictures(ctx, pictures, isPublic) });
