import type { ViewDefinition } from '../../../schema/metrics/metric-rules.ts';
import type { MixedDefinitions } from '../../../schema/metrics/view-definition.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';

/** The day from which a platform applies a definition. */
const since: Readonly<Record<ViewDefinition, string>> = {
  YOUTUBE_2025_03_31: '31 March 2025',
  INSTAGRAM_2025_04_21: '21 April 2025',
};

type Definition = MixedDefinitions[number];

/** Whose definition of a view a number of views uses, below the number. Names each definition that a sum mixes. */
export const ViewDefinitions = ({ of }: { readonly of: readonly Definition[] }) => {
  if (of.length === 0) return null;
  const names = of.map(nameOf);
  const said = names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.slice(-1).join('')}`;
  return (
    <span class="why">
      {of.length === 1 ? 'As defined by ' : 'Mixes the definitions of a view by '}
      {said}
    </span>
  );
};

const nameOf = ({ platform, viewDefinition }: Definition): string =>
  `${platformNames[platform]}${viewDefinition === null ? '' : ` (since ${since[viewDefinition]})`}`;
