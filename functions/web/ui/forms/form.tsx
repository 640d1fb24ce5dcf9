import { raw } from 'hono/html';
import { type Child, Fragment } from 'hono/jsx';
import type { Issue, Refusal } from '../../../../schema/shared/errors.ts';
import { valuesInWords } from '../wording.ts';
import { type FormState, ownFields, type RenderedField } from './form-state.ts';
import { Hidden, sentence } from './inputs.tsx';

interface FormProps {
  readonly of: FormState;
  /** The button of the form: its action in words. */
  readonly submit: string;
  readonly isDangerous?: boolean;
  /** A button that does not stand out, such as in rows. */
  readonly isQuiet?: boolean;
  readonly isInline?: boolean;
  /** It takes money of the user. A refusal for lack of funds leads to the wallet. */
  readonly isPaid?: boolean;
  readonly action?: string;
  /** Puts the button into something else, such as a question before it. */
  readonly within?: (button: Child) => Child;
  /** Beside the button. */
  readonly beside?: Child;
  readonly children?: Child;
}

/** A form that posts to the address of its page. It carries its Idempotency-Key from when it was rendered. */
export const Form = ({
  of,
  submit,
  isDangerous,
  isQuiet,
  isInline,
  isPaid = false,
  action,
  within,
  beside,
  children,
}: FormProps) => {
  const button = (
    <button type="submit" class={[isDangerous && 'danger', isQuiet && 'secondary'].filter(Boolean).join(' ')}>
      {submit}
    </button>
  );
  const fields = of.refusal === null ? children : rendered(children);
  return (
    <form
      method="post"
      {...(action !== undefined && { action })}
      {...(of.isSent && { 'data-unsaved': '' })}
      class={isInline === true ? 'form inline' : 'form'}
    >
      <Hidden name={ownFields.form} value={of.name} />
      {of.of !== '' && <Hidden name={ownFields.of} value={of.of} />}
      <Hidden name={ownFields.key} value={of.key} />
      {of.refusal !== null && <Summary of={of} refusal={of.refusal} isPaid={isPaid} />}
      {fields}
      <div class="buttons">
        {within === undefined ? button : within(button)}
        {beside}
      </div>
    </form>
  );
};

/** The summary stands above the fields and names them by their labels, so they are rendered before it. */
const rendered = (children: Child): Child => raw(Fragment({ children }).toString());

interface SummaryProps extends Pick<FormProps, 'of' | 'isPaid'> {
  readonly refusal: Refusal;
}

/** What is wrong, above the form. The focus goes there. */
const Summary = ({ of, refusal, isPaid }: SummaryProps) => {
  const issues = refusal.details.issues ?? [];
  const fields = new Set(issues.map(({ path }) => path)).size;
  return (
    <div class="notice" role="alert" tabindex={-1} id={`${of.name}${of.of}-problem`} data-focus>
      {issues.length === 0 ? (
        <p>
          {refusal.message}{' '}
          {isPaid && refusal.code === 'INSUFFICIENT_FUNDS' && <a href="/cabinet/wallet#payments">Deposit funds</a>}
        </p>
      ) : (
        <>
          <p>
            <strong>{fields === 1 ? 'Please correct one field.' : `Please correct ${fields} fields.`}</strong>
          </p>
          <ul>
            {issues.map((issue) => (
              <li>
                <IssueAt of={of} issue={issue} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

/** An issue with the label of its field, which it leads to. */
const IssueAt = ({ of, issue: { path, message } }: { readonly of: FormState; readonly issue: Issue }) => {
  if (path === '') return <>{sentence(message)}</>;
  const { name, field } = fieldOf(of, path);
  const [row, words] = [rowOf(name), valuesInWords(message)];
  return field === undefined ? (
    <>
      {inWords(path)}
      {row}: {words}
    </>
  ) : (
    <a href={`#${field.id}`}>
      {field.label}
      {typeof field.label === 'string' && /\d/.test(field.label) ? '' : row}: {words}
    </a>
  );
};

/** The field of a path. A field may hold a whole list or object, whose items have longer paths. */
function fieldOf({ fields }: FormState, path: string): { readonly name: string; readonly field?: RenderedField } {
  for (let name = path; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0))) {
    const field = fields.get(name);
    if (field !== undefined) return { name, field };
  }
  return { name: path };
}

/** The row of a repeated field, from 1: `items.0.dueAt` is in row 1. */
function rowOf(name: string): string {
  const row = name.split('.').find((segment) => /^\d+$/.test(segment));
  return row === undefined ? '' : ` (${Number(row) + 1})`;
}

/** The last name of a property without a field, in words. */
function inWords(path: string): string {
  const name = path.split('.').findLast((segment) => !/^\d+$/.test(segment)) ?? path;
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
