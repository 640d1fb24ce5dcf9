import type { Choice } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';

export interface Filter {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  /** What is shown without a choice. */
  readonly all?: string;
  readonly choices: readonly Choice[];
}

/** Filters of a list. The address of the page is their state. */
export const FilterBar = ({ view, filters }: { readonly view: View; readonly filters: readonly Filter[] }) => (
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
