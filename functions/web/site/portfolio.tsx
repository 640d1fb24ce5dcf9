import { pictureText } from '../ui/wording.ts';
import type { ShownPicture } from './shown-page.ts';

interface Props {
  readonly pictures: readonly ShownPicture[];
  /** The name of the creator; empty in a draft without one. */
  readonly name: string;
}

/** The pictures that a creator has chosen; nothing without one. Each leads to the whole picture, because the grid shows a part of it. */
export const Portfolio = ({ pictures, name }: Props) =>
  pictures.length === 0 ? null : (
    <section class="portfolio-part" aria-labelledby="portfolio">
      <h2 id="portfolio">Portfolio</h2>
      <ul class="portfolio">
        {pictures.map(({ path, width, height, ...picture }) => (
          <li>
            <a href={path}>
              <img src={path} alt={pictureText(picture, name)} width={width} height={height} loading="lazy" />
            </a>
            {picture.caption !== null && (
              <p class="quiet small" dir="auto" aria-hidden="true">
                {picture.caption}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
