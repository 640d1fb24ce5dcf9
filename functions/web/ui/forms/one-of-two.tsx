import type { Child } from 'hono/jsx';
import { Refusal } from '../../../../schema/shared/errors.ts';
import type { FormState } from './form-state.ts';

/** Two fields, of which one is filled in. */
export const OneOfTwo = ({ children }: { readonly children?: Child }) => (
  <fieldset class="choices one-of-two">
    <legend>Fill in one of the two</legend>
    {children}
  </fieldset>
);

/** A form that was sent with both of these fields, or with neither: its issues are one, which names both. */
export function oneOf(of: FormState, names: readonly [string, string], words: string): FormState {
  const { refusal } = of;
  const [isFirst, isSecond] = names.map((name) => of.value(name).trim() !== '');
  const issues = refusal?.details.issues ?? [];
  const [found] = issues.filter(({ path }) => names.includes(path));
  if (refusal === null || found === undefined || isFirst !== isSecond) return of;
  const others = issues.filter(({ path }) => !names.includes(path));
  const details = { ...refusal.details, issues: [{ ...found, message: words }, ...others] };
  return {
    ...of,
    refusal: new Refusal(refusal.code, refusal.message, details),
    error: (name) => (names.includes(name) ? words : of.error(name)),
  };
}
