import { cabinet } from './styles-cabinet.ts';
import { creatorCabinet } from './styles-creator-cabinet.ts';
import { filters } from './styles-filters.ts';
import { forms } from './styles-forms.ts';
import { ground } from './styles-ground.ts';
import { lists } from './styles-lists.ts';
import { metrics } from './styles-metrics.ts';
import { report } from './styles-report.ts';
import { staff } from './styles-staff.ts';
import { tables } from './styles-tables.ts';
import { work } from './styles-work.ts';

/** The style sheet of the cabinet and of the pages that sign in. */
export const cabinetStyles =
  ground + forms + filters + report + cabinet + metrics + creatorCabinet + work + tables + lists + staff;
