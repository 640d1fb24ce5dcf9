import { maxAudienceAgeDays } from '../../../../schema/social-accounts/stats-session-terms.ts';
import { Form } from '../../ui/forms/form.tsx';
import { type FormState, ownFields } from '../../ui/forms/form-state.ts';
import { described, labelledId, sentence, TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { Confirm } from '../frame/confirm.tsx';

/** The rows that a new form has. */
const newRows = 3;

/** The audience that a recording shows, typed by staff. */
export const AudienceForm = ({ of }: { readonly of: FormState }) => (
  <Form
    of={of}
    submit="Verify the audience"
    within={(button) => (
      <Confirm
        of={of}
        label="Verify"
        question="Verify this audience?"
        explanation="It is stored with the account as verified, the page of the creator shows it, and filters find it. The decision is final."
        tone="action"
        isOpen={of.refusal !== null}
      >
        {button}
      </Confirm>
    )}
  >
    {/* The Enter key presses the first button, which must not decide. */}
    <button type="submit" name={ownFields.rows} value="add:audience.geo" class="unseen" tabindex={-1} formnovalidate>
      Add a country
    </button>
    <div class="fields">
      <TimeField
        of={of}
        name="audience.capturedAt"
        label="Time of the statistics"
        hint={`At most ${maxAudienceAgeDays} days ago.`}
      />
      <TextField
        of={of}
        name="audience.periodDays"
        label="Period"
        hint="Empty if it is not shown."
        mode="numeric"
        unit="days"
        isOptional
      />
      <TextField
        of={of}
        name="audience.followers"
        label="Followers"
        hint="Empty if they are not shown."
        mode="numeric"
        isOptional
      />
    </div>
    <Rows
      of={of}
      list="audience.geo"
      legend="Countries"
      hint="Two letters, as in DE, and the percentage as the recording shows it."
      add="Add a country"
      columns={[{ name: 'country', label: 'Country', maxLength: 60 }]}
    />
    <Rows
      of={of}
      list="audience.demo"
      legend="Age and gender"
      hint="As the recording groups them: 18-24, FEMALE."
      add="Add a group"
      columns={[
        { name: 'age', label: 'Age', maxLength: 20 },
        { name: 'gender', label: 'Gender', maxLength: 20 },
      ]}
    />
  </Form>
);

interface RowsProps {
  readonly of: FormState;
  /** The path of the list in the body. */
  readonly list: string;
  readonly legend: string;
  readonly hint: string;
  readonly add: string;
  /** The columns before the percentage. */
  readonly columns: readonly { readonly name: string; readonly label: string; readonly maxLength: number }[];
}

const Rows = ({ of, list, legend, hint, add, columns }: RowsProps) => {
  const error = of.error(list);
  return (
    <fieldset class="choices audience-rows">
      <legend>{legend}</legend>
      <p class="hint">{hint}</p>
      {error !== undefined && <p class="error">{sentence(error)}</p>}
      {Array.from({ length: of.rows(list, newRows) }, (_, index) => (
        <div class="audience-row">
          {columns.map(({ name, label, maxLength }) => (
            <RowInput of={of} name={`${list}.${index}.${name}`} label={label} row={index + 1} maxLength={maxLength} />
          ))}
          <RowInput of={of} name={`${list}.${index}.share`} label="Percent" row={index + 1} maxLength={6} isShare />
          <button
            type="submit"
            name={ownFields.rows}
            value={`remove:${list}.${index}`}
            class="link"
            formnovalidate
            aria-label={`Remove row ${index + 1} of ${legend.toLowerCase()}`}
          >
            Remove
          </button>
        </div>
      ))}
      <div>
        <button type="submit" name={ownFields.rows} value={`add:${list}`} class="secondary" formnovalidate>
          {add}
        </button>
      </div>
    </fieldset>
  );
};

interface RowInputProps {
  readonly of: FormState;
  readonly name: string;
  readonly label: string;
  readonly row: number;
  readonly maxLength: number;
  readonly isShare?: boolean;
}

/** Not required: empty rows at the end are left out. */
const RowInput = ({ of, name, label, row, maxLength, isShare = false }: RowInputProps) => {
  const id = labelledId({ of, name, label });
  const error = of.error(name);
  return (
    <div class="input">
      <label class="unseen" for={id}>
        {label} {row}
      </label>
      <span class="with-unit">
        <input
          {...described({ of, name })}
          type="text"
          value={of.value(name)}
          maxlength={maxLength}
          placeholder={label}
          autocomplete="off"
          {...(isShare && { inputmode: 'decimal' })}
        />
        {isShare && <span class="unit">%</span>}
      </span>
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {sentence(error)}
        </p>
      )}
    </div>
  );
};
