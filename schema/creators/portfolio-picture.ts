import * as z from 'zod';
import { uuid } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { portfolioLimits } from './creators.ts';

/** A picture of a portfolio, as its page shows it. */
export const portfolioPicture = lazy(() =>
  z
    .strictObject({
      id: uuid().describe('UUID of the picture.'),
      position: z.int().min(1).max(portfolioLimits.pictures).describe('Position in the portfolio; 1 is the first.'),
      caption: z
        .string()
        .max(portfolioLimits.captionLength)
        .nullable()
        .describe('Plain text, which is also the alternative text of the picture; null without one.'),
      width: z.int().min(1).describe('Width of the shown picture in pixels.'),
      height: z.int().min(1).describe('Height of the shown picture in pixels.'),
      url: z
        .url()
        .describe(
          'Address of the picture. It is public while the page is. Otherwise only its owner, staff and readers of a preview ' +
            'get one: a signed address that is valid for an hour.',
        ),
    })
    .meta({ id: 'PortfolioPicture' }),
);
export type PortfolioPicture = z.output<ReturnType<typeof portfolioPicture>>;

/** The pictures of a portfolio by their positions. */
export const portfolioPictures = lazy(() => z.array(portfolioPicture()).max(portfolioLimits.pictures));
