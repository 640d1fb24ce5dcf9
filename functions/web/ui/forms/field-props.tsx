import type { Child } from 'hono/jsx';
import type { FormState } from './form-state.ts';

export interface FieldProps {
  readonly of: FormState;
  /** The name of the property in the body of the operation. */
  readonly name: string;
  readonly label: Child;
  readonly hint?: Child;
  readonly isOptional?: boolean | undefined;
  /** It may be empty for now, and is needed for this, such as “to publish”. */
  readonly neededTo?: string | undefined;
  /** It belongs to one of several choices, so it may be empty and hidden. The browser would refuse to send a hidden field that does not fit. */
  readonly isDependent?: boolean;
  /** Takes the whole width of a grid of fields. */
  readonly isWide?: boolean;
}

/** Whether the browser refuses to send the field without a value. */
export const isRequired = ({ isOptional, neededTo, isDependent }: FieldProps): boolean =>
  isOptional !== true && neededTo === undefined && isDependent !== true;

/** Beside a label: whether the field may be empty. */
export const Need = ({ isOptional, neededTo }: Pick<FieldProps, 'isOptional' | 'neededTo'>) => {
  if (neededTo !== undefined) return <span class="quiet"> (needed {neededTo})</span>;
  return isOptional === true ? <span class="quiet"> (optional)</span> : null;
};
