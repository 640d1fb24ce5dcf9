import type { Child } from 'hono/jsx';
import { valuesInWords } from '../wording.ts';
import { type FieldProps, isRequired, Need } from './field-props.tsx';
import type { FormState } from './form-state.ts';

/** The id of an input. A page may have several forms of one name. */
export const idOf = ({ name: form, of }: FormState, name: string): string =>
  `${form}${of === '' ? '' : `-${of}`}-${name}`.replaceAll(/[^\w-]/g, '-');

/** The id of an input, whose label the summary of the issues repeats. */
export function labelledId({ of, name, label }: Pick<FieldProps, 'of' | 'name' | 'label'>): string {
  const id = idOf(of, name);
  of.fields.set(name, { id, label });
  return id;
}

export const Labelled = ({
  of,
  name,
  label,
  hint,
  isOptional,
  neededTo,
  isWide,
  children,
}: FieldProps & { children?: Child }) => {
  const id = labelledId({ of, name, label });
  const error = of.error(name);
  return (
    <div class={isWide === true ? 'input wide-input' : 'input'}>
      <label for={id}>
        {label}
        <Need isOptional={isOptional} neededTo={neededTo} />
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {sentence(error)}
        </p>
      )}
    </div>
  );
};

/** The attributes that join an input to its hint and its error. */
export function described({ of, name, hint }: Pick<FieldProps, 'of' | 'name' | 'hint'>) {
  const id = idOf(of, name);
  const isWrong = of.error(name) !== undefined;
  const by = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isWrong ? [`${id}-error`] : [])].join(' ');
  return {
    id,
    name,
    ...(by !== '' && { 'aria-describedby': by }),
    ...(isWrong && { 'aria-invalid': 'true' as const }),
  };
}

/** The API writes issues without a subject, as in "must not be blank". */
export const sentence = (message: string): string => {
  const words = valuesInWords(message);
  const capital = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
};

export interface TextProps extends FieldProps {
  readonly stored?: string | number | null | undefined;
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'number' | 'datetime-local' | 'date';
  readonly mode?: 'decimal' | 'numeric';
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: string | number;
  readonly unit?: string;
}

export const TextField = (props: TextProps) => {
  const { of, name, stored, type = 'text', mode, maxLength, autocomplete = 'off', placeholder, unit } = props;
  const input = (
    <input
      {...described(props)}
      type={type}
      value={of.value(name, stored)}
      required={isRequired(props)}
      inputmode={mode}
      {...(mode === 'decimal' && props.isDependent !== true && decimal)}
      maxlength={maxLength}
      autocomplete={autocomplete}
      placeholder={placeholder}
      min={props.min}
      max={props.max}
      step={props.step}
    />
  );
  return (
    <Labelled {...props}>
      {unit === undefined ? (
        input
      ) : (
        <span class="with-unit">
          {input}
          <span class="unit">{unit}</span>
        </span>
      )}
    </Labelled>
  );
};

/** What the kinds `cents` and `percentBps` read. The browser refuses other texts before the API does. */
const decimal = {
  pattern: '(\\d{1,9}|\\d{1,3}(,\\d{3}){1,2})(\\.\\d{1,2})?',
  title: 'A number with a point and at most two decimals, such as 12.50.',
};

/** A new password or the present one. It is never rendered again. */
export const PasswordField = (props: FieldProps & { readonly autocomplete: 'new-password' | 'current-password' }) => (
  <Labelled {...props}>
    <input {...described(props)} type="password" required autocomplete={props.autocomplete} maxlength={128} />
  </Labelled>
);

export const TextArea = (
  props: FieldProps & { readonly stored?: string | null; readonly maxLength?: number; readonly rows?: number },
) => (
  <Labelled {...props}>
    <textarea
      {...described(props)}
      rows={props.rows ?? 4}
      maxlength={props.maxLength}
      required={isRequired(props)}
      dir="auto"
    >
      {props.of.value(props.name, props.stored)}
    </textarea>
  </Labelled>
);

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: Child;
  readonly isFixed?: boolean;
  /** The heading above it. Choices of one group follow each other. */
  readonly group?: string;
}

export const SelectField = (
  props: FieldProps & { readonly choices: readonly Choice[]; readonly stored?: string | number | null },
) => {
  const chosen = props.of.value(props.name, props.stored);
  return (
    <Labelled {...props}>
      <select {...described(props)}>
        {props.choices.map(({ value, label }) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
};

/** One checkbox for a boolean. */
export const CheckField = (props: FieldProps & { readonly stored?: boolean }) => {
  const { of, name, label, hint, stored = false } = props;
  const id = labelledId({ of, name, label });
  const error = of.error(name);
  return (
    <div class="check">
      <input type="hidden" name={name} value="false" />
      <input {...described(props)} type="checkbox" value="true" checked={of.value(name, String(stored)) === 'true'} />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {sentence(error)}
        </p>
      )}
    </div>
  );
};

/** A group of checkboxes, or of radio buttons when only one may be chosen. */
export const ChoiceField = (
  props: FieldProps & {
    readonly choices: readonly Choice[];
    readonly stored?: readonly string[];
    readonly isSingle?: boolean;
  },
) => {
  const { of, name, label, hint, choices, stored = [], isSingle = false } = props;
  const chosen = of.values(name, stored);
  const error = of.error(name);
  const id = labelledId({ of, name, label });
  return (
    <fieldset class="choices" id={id} {...(error !== undefined && { 'aria-describedby': `${id}-error` })}>
      <legend>{label}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {!isSingle && <input type="hidden" name={name} value="" />}
      {choices.map((choice, index) => (
        <>
          {choice.group !== undefined && choice.group !== choices[index - 1]?.group && <h3>{choice.group}</h3>}
          <div class="check">
            <input
              id={`${id}-${index}`}
              type={isSingle ? 'radio' : 'checkbox'}
              name={name}
              value={choice.value}
              checked={choice.isFixed === true || chosen.includes(choice.value)}
              disabled={choice.isFixed === true}
              required={isSingle && props.isOptional !== true}
            />
            <label for={`${id}-${index}`}>{choice.label}</label>
            {choice.hint !== undefined && <p class="hint">{choice.hint}</p>}
          </div>
        </>
      ))}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {sentence(error)}
        </p>
      )}
    </fieldset>
  );
};

export const Hidden = ({ name, value }: { readonly name: string; readonly value: string | number }) => (
  <input type="hidden" name={name} value={value} />
);
