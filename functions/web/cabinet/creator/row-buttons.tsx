import { ownFields } from '../../ui/forms/form-state.ts';

/**
 * The first button of a form, which Enter in an input presses. Without it Enter would press the first button for rows.
 */
export const EnterButton = () => (
  <button type="submit" class="unseen" tabindex={-1}>
    Save
  </button>
);

/** The id of the last row, to which the browser scrolls when one is added. */
export const lastRow = (list: string): string => `${list}-last`;

/** Appends an empty row to a list of the form. */
export const AddRow = ({ list, label }: { readonly list: string; readonly label: string }) => (
  <button
    type="submit"
    name={ownFields.rows}
    value={`add:${list}`}
    formnovalidate
    formaction={`#${lastRow(list)}`}
    class="secondary small-button"
  >
    {label}
  </button>
);

/** Removes a row from a list of the form. */
export const RemoveRow = ({
  list,
  index,
  label,
}: {
  readonly list: string;
  readonly index: number;
  /** Says which row it removes. */
  readonly label: string;
}) => (
  <button
    type="submit"
    name={ownFields.rows}
    value={`remove:${list}.${index}`}
    formnovalidate
    class="secondary small-button"
    aria-label={label}
  >
    Remove
  </button>
);
