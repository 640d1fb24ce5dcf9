import type { PortfolioRecord } from '../../../db/creators/portfolio.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { GuestCtx } from '../../context.ts';
import { addressForOwner } from '../../social-accounts/pictures/index.ts';
import { viewPicture } from './view.ts';

type SigningCtx = Pick<GuestCtx, 'settings' | 'now'>;

/** Pictures with addresses that their owner, staff and readers of a preview can open. */
export const showPictures = (
  ctx: SigningCtx,
  pictures: readonly (PortfolioRecord | PortfolioPicture)[],
  isPublic: boolean,
): Promise<PortfolioPicture[]> => Promise.all(pictures.map((picture) => showPicture(ctx, picture, isPublic)));

export const showPicture = async (
  ctx: SigningCtx,
  picture: PortfolioRecord | PortfolioPicture,
  isPublic: boolean,
): Promise<PortfolioPicture> =>
  viewPicture(
    picture,
    (await addressForOwner(ctx, { url: picture.url, isPublic })) ?? missing('the address of a picture'),
  );
