import { digest } from './rendered.ts';
import { catalog } from './styles-catalog.ts';
import { creator } from './styles-creator.ts';
import { ground } from './styles-ground.ts';

/** The one style sheet of all pages. */
export const styles = ground + catalog + creator;

let path: string | undefined;

/** Its address contains a hash of its content, so it can be cached for ever. */
export const stylesPath = (): string => (path ??= `/site/${digest(styles)}.css`);
