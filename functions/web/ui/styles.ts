import { fingerprint } from './fingerprint.ts';
import { catalog } from './styles-catalog.ts';
import { creator } from './styles-creator.ts';
import { filters } from './styles-filters.ts';
import { forms } from './styles-forms.ts';
import { ground } from './styles-ground.ts';
import { report } from './styles-report.ts';

/** The one style sheet of all pages. */
export const styles = ground + forms + filters + catalog + creator + report;

let path: string | undefined;

/** Its address contains a hash of its content, so it can be cached for ever. */
export const stylesPath = (): string => (path ??= `/site/${fingerprint(styles)}.css`);
