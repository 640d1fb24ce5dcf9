import type { Child } from 'hono/jsx';
import type { PortfolioPicture } from '../../../../schema/creators/portfolio-picture.ts';
import { pathIn } from '../../site/shown-page.ts';
import { pictureText } from '../../ui/wording.ts';
import type { View } from '../page.ts';

interface Props {
  readonly picture: Pick<PortfolioPicture, 'position' | 'caption' | 'width' | 'height' | 'url'>;
  readonly view: View;
  /** What its reader may do with it. */
  readonly children: Child;
}

/** A picture of a portfolio in a list. */
export const PortfolioItem = ({ picture, view, children }: Props) => (
  <li class="card item portfolio-item">
    <img
      src={pathIn(picture.url, view.baseUrl) ?? picture.url}
      alt={pictureText(picture, '')}
      width={picture.width}
      height={picture.height}
      loading="lazy"
    />
    <div class="stack">{children}</div>
  </li>
);
