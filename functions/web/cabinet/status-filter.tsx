import type { Choice } from '../ui/forms/inputs.tsx';

interface Props {
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
}

/** A filter by status, as a form that works without script. */
export const StatusFilter = ({ chosen = '', choices }: Props) => (
  <form method="get" class="filter-bar">
    <div class="input">
      <label for="status">Status</label>
      <select id="status" name="status">
        <option value="">All</option>
        {choices.map(({ value, label }) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </div>
    <button type="submit" class="secondary">
      Show
    </button>
  </form>
);
