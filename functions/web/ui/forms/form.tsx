import type { Child } from 'hono/jsx';
import type { Refusal } from '../../../../schema/shared/errors.ts';
import { type FormState, ownFields } from './form-state.ts';
import { Hidden, idOf, sentence } from './inputs.tsx';

interface FormProps {
  readonly of: FormState;
  /** The button of the form: its action in words. */
  readonly submit: string;
  readonly isDangerous?: boolean;
  /** A button that does not stand out, such as in rows. */
  readonly isQuiet?: boolean;
  readonly isInline?: boolean;
  readonly action?: string;
  /** Beside the button. */
  readonly beside?: Child;
  readonly children?: Child;
}

/** A form that posts to the address of its page. It carries its Idempotency-Key from when it was rendered. */
export const Form = ({ of, submit, isDangerous, isQuiet, isInline, action, beside, children }: FormProps) => (
  <form method="post" {...(action !== undefined && { action })} class={isInline === true ? 'form inline' : 'form'}>
    <Hidden name={ownFields.form} value={of.name} />
    {of.of !== '' && <Hidden name={ownFields.of} value={of.of} />}
    <Hidden name={ownFields.key} value={of.key} />
    {of.refusal !== null && <Summary of={of} refusal={of.refusal} />}
    {children}
    <div class="buttons">
      <button type="submit" class={[isDangerous && 'danger', isQuiet && 'secondary'].filter(Boolean).join(' ')}>
        {submit}
      </button>
      {beside}
    </div>
  </form>
);

/** What is wrong, above the form. The focus goes there. */
const Summary = ({ of, refusal }: { readonly of: FormState; readonly refusal: Refusal }) => {
  const issues = refusal.details.issues ?? [];
  return (
    <div class="notice" role="alert" tabindex={-1} id={`${of.name}${of.of}-problem`} data-focus>
      {issues.length === 0 ? (
        <p>{refusal.message}</p>
      ) : (
        <>
          <p>
            <strong>
              {issues.length === 1 ? 'Please correct one field.' : `Please correct ${issues.length} fields.`}
            </strong>
          </p>
          <ul>
            {issues.map(({ path, message }) => (
              <li>
                {path === '' ? (
                  sentence(message)
                ) : (
                  <a href={`#${idOf(of, fieldOf(path))}`}>{`${nameOf(path)}: ${message}`}</a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

/** The field of a path: an item of a list is in the field of the list. */
const fieldOf = (path: string): string => path.replace(/\.\d+$/, '');

/** The words of the pages for properties with a technical name. */
const names: Readonly<Record<string, string>> = {
  geo: 'country',
  url: 'address',
  canonicalUrl: 'address of the channel',
  uploadId: 'file',
  uploadIds: 'files',
  proofModes: 'proof',
};

/** The last name of a path, in words: `items.0.dueAt` is "Due at", in row 1. */
function nameOf(path: string): string {
  const segments = path.split('.');
  const name = segments.findLast((segment) => !/^\d+$/.test(segment)) ?? path;
  const words = names[name] ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const row = segments.find((segment) => /^\d+$/.test(segment));
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${row === undefined ? '' : ` (${Number(row) + 1})`}`;
}
