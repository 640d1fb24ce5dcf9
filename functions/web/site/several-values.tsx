import { exactly } from '../ui/format.ts';
import type { Field, Values } from './catalog-form.ts';

interface Choice {
  readonly value: string;
  readonly name: string;
  /** The creators with this value; undefined if the form shows no counts. */
  readonly count: number | undefined;
}

interface SeveralProps {
  readonly name: Field;
  readonly label: string;
  /** The text without a value. */
  readonly any: string;
  readonly groups: readonly { readonly name?: string; readonly choices: readonly Choice[] }[];
  readonly values: Values;
  readonly errors: Values;
  /** The name of a chosen value; by default that of its choice. */
  readonly nameOf?: ((value: string) => string) | undefined;
  /** With this label there is a field for values that are not among the choices. */
  readonly other?: string;
  readonly hint?: string;
  readonly maxLength?: number;
}

/** A filter that takes several values: boxes that open below its field. */
export const Several = (props: SeveralProps) => {
  const { name, label, any, groups, values, errors, other, hint, maxLength } = props;
  const chosen = (values[name] ?? '').split(',').flatMap((value) => value.trim() || []);
  const choices = groups.flatMap((group) => group.choices);
  const nameOf = props.nameOf ?? ((value) => choices.find((choice) => choice.value === value)?.name ?? value);
  const typed = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const error = errors[name];
  const errorId = error === undefined ? {} : { 'aria-describedby': `${name}-error` };
  return (
    <div class={`field several field-${name}`}>
      <span class="label" id={`${name}-label`}>
        {label}
      </span>
      <details name="filter">
        <summary aria-describedby={`${name}-label`}>
          {chosen.length === 0 ? any : chosen.map(nameOf).join(', ')}
        </summary>
        <fieldset class="several-values" {...errorId}>
          <legend class="unseen">{label}</legend>
          {groups.map((group) => (
            <>
              {group.name !== undefined && <p class="small">{group.name}</p>}
              {group.choices.map((choice) => (
                <label class="value">
                  <input type="checkbox" name={name} value={choice.value} checked={chosen.includes(choice.value)} />
                  {choice.name}
                  {choice.count !== undefined && <span class="quiet">{exactly(choice.count)}</span>}
                </label>
              ))}
            </>
          ))}
          {other !== undefined && (
            <label class="small">
              {other}
              <input
                {...{ name, type: 'text', autocomplete: 'off', placeholder: hint, maxlength: maxLength }}
                value={typed.join(', ')}
                {...(error !== undefined && { 'aria-invalid': 'true' as const })}
              />
            </label>
          )}
        </fieldset>
      </details>
      {error !== undefined && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};
