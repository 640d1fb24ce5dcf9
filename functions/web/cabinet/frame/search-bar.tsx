import type { Choice } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';
import { isFiltered } from './filter-bar.tsx';

interface SearchField {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** A select instead of a text field. The first choice has no value. */
  readonly choices?: readonly Choice[];
}

interface Props {
  readonly view: View;
  readonly fields: readonly SearchField[];
  /** The list has no rows: without a choice there is nothing to search. */
  readonly isEmpty: boolean;
}

/** Typed filters of a list. The address of the page is their state. */
export const SearchBar = ({ view, fields, isEmpty }: Props) =>
  isEmpty && !isFiltered(view) ? null : (
    <form method="get" class="filter-bar" action={view.path}>
      {fields.map((field) => (
        <div class="input">
          <label for={`search-${field.name}`}>{field.label}</label>
          <SearchInput field={field} value={view.query[field.name] ?? ''} />
        </div>
      ))}
      <button type="submit" class="secondary">
        Show
      </button>
    </form>
  );

const SearchInput = ({ field, value }: { readonly field: SearchField; readonly value: string }) => {
  const { name, placeholder, maxLength, choices } = field;
  const id = `search-${name}`;
  return choices === undefined ? (
    <input
      id={id}
      type="search"
      name={name}
      value={value}
      placeholder={placeholder}
      maxlength={maxLength}
      autocomplete="off"
    />
  ) : (
    <select id={id} name={name}>
      {choices.map((choice) => (
        <option value={choice.value} selected={value === choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
};
