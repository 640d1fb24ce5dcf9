import type { Choice } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';

interface Filter {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** The filters of a list: a GET form, so that the address is the state. */
export const Filters = ({ filters, view }: { readonly filters: readonly Filter[]; readonly view: View }) => (
  <form method="get" action={view.path} class="filter-bar">
    {filters.map(({ name, label, choices }) => (
      <div class="input">
        <label for={`filter-${name}`}>{label}</label>
        <select id={`filter-${name}`} name={name}>
          {choices.map((choice) => (
            <option value={choice.value} selected={choice.value === (view.query[name] ?? '').toUpperCase()}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
    ))}
    <button type="submit" class="secondary">
      Filter
    </button>
  </form>
);
