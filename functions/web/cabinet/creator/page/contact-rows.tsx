import type { FormState } from '../../../ui/forms/form-state.ts';
import { described, Labelled, labelledId, sentence } from '../../../ui/forms/inputs.tsx';
import { AddRow, lastRow, RemoveRow } from '../row-buttons.tsx';

interface Props {
  readonly of: FormState;
  readonly contacts: Readonly<Record<string, string>>;
}

/** The private contacts as rows of name and value. The API takes them as an object, so it names a contact in an issue by its name. */
export const ContactRows = ({ of, contacts }: Props) => {
  const stored = Object.entries(contacts);
  const count = of.rows('contacts', Math.max(stored.length, 1));
  return (
    <fieldset class="choices">
      <legend>Private contacts</legend>
      <p class="hint">Only you can read them. A name is one word, such as email or telegram.</p>
      {Array.from({ length: count }, (_, index) => {
        const row = `contacts.${index}`;
        const [name, value] = stored[index] ?? ['', ''];
        const path = `contacts.${of.value(`${row}.name`, name)}`;
        const id = labelledId({ of, name: path, label: `Contact ${index + 1}` });
        const error = of.error(path);
        return (
          <div class="contact-row" {...(index === count - 1 && { id: lastRow('contacts') })}>
            <Part of={of} name={`${row}.name`} label="Name" stored={name} maxLength={40} />
            <Part of={of} name={`${row}.value`} label="Value" stored={value} maxLength={200} />
            <RemoveRow list="contacts" index={index} label={`Remove contact ${index + 1}`} />
            {error !== undefined && (
              <p class="error" id={id}>
                {sentence(error)}
              </p>
            )}
          </div>
        );
      })}
      <div>
        <AddRow list="contacts" label="Add a contact" />
      </div>
    </fieldset>
  );
};

interface PartProps {
  readonly of: FormState;
  readonly name: string;
  readonly label: string;
  readonly stored: string;
  readonly maxLength: number;
}

/** A row may stay empty: then it does not count. */
const Part = ({ of, name, label, stored, maxLength }: PartProps) => (
  <Labelled of={of} name={name} label={label}>
    <input
      {...described({ of, name })}
      type="text"
      value={of.value(name, stored)}
      maxlength={maxLength}
      autocomplete="off"
    />
  </Labelled>
);

/** The contacts as the API takes them. Rows without name and value do not count. */
export function contactsIn(rows: unknown): Readonly<Record<string, string>> {
  const given = Array.isArray(rows) ? rows : [];
  const pairs = given.flatMap((row: { readonly name?: string; readonly value?: string }) => {
    const { name = '', value = '' } = row;
    return name === '' && value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}
