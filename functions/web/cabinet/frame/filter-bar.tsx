import type { Choice } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';
import { inWords } from './status.tsx';

export interface Filter {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  /** What is shown without a choice. */
  readonly all?: string;
  readonly choices: readonly Choice[];
}

interface Props {
  readonly view: View;
  readonly filters: readonly Filter[];
  /** The list has no rows: without a choice there is nothing to filter. Absent where the list is filtered without a choice, too. */
  readonly isEmpty?: boolean;
}

/** The filter of a list by the status of its rows. */
export const statusFilter = <S extends string>(
  statuses: readonly S[],
  wordsOf: (status: S) => string = inWords,
): Filter => ({
  name: 'status',
  label: 'Status',
  choices: statuses.map((value) => ({ value, label: wordsOf(value) })),
});

/** Whether the address has a filter or a page of a list. A form sends the filters without a choice as empty texts. */
export const isFiltered = ({ query }: View): boolean => Object.values(query).some((value) => value !== '');

/** Filters of a list. The address of the page is their state. */
export const FilterBar = ({ view, filters, isEmpty = false }: Props) =>
  isEmpty && !isFiltered(view) ? null : (
    <form method="get" class="filter-bar" action={view.path}>
      {filters.map(({ name, label, all = 'All', choices }) => (
        <div class="input">
          <label for={`filter-${name}`}>{label}</label>
          <select id={`filter-${name}`} name={name} data-submits>
            <option value="">{all}</option>
            {choices.map((choice) => (
              <option value={choice.value} selected={view.query[name] === choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <button type="submit" class="secondary">
        Show
      </button>
    </form>
  );
