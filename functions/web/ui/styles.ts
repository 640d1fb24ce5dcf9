import { catalog } from './styles-catalog.ts';
import { creator } from './styles-creator.ts';
import { filters } from './styles-filters.ts';
import { forms } from './styles-forms.ts';
import { ground } from './styles-ground.ts';
import { report } from './styles-report.ts';
import { tables } from './styles-tables.ts';

/** The style sheet of the public pages. */
export const styles = ground + forms + filters + catalog + creator + report + tables;
