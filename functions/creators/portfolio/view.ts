import type { PortfolioRecord } from '../../../db/creators/portfolio.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';

/** A picture with an address that its reader can open. */
export const viewPicture = (picture: PortfolioRecord | PortfolioPicture, url: string): PortfolioPicture => ({
  id: picture.id,
  position: picture.position,
  caption: picture.caption,
  width: picture.width,
  height: picture.height,
  url,
});
