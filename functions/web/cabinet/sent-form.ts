import { Refusal } from '../../../schema/shared/errors.ts';
import { type FormState, formState, ownFields, type SentForm } from '../ui/forms/form-state.ts';
import { bodyOf, textsOf } from '../ui/forms/read-fields.ts';
import { withRows } from '../ui/forms/rows.ts';
import type { FormDefinition, Visit } from './page.ts';

/** A form that a browser has sent. */
export interface Sent extends SentForm {
  /** `add:items` or `remove:items.2`: the form is shown again with another number of rows, and nothing is sent. */
  readonly rows: string | null;
}

export function sentFrom(encoded: string): Sent {
  const pairs = new URLSearchParams(encoded);
  const own = (name: string) => pairs.get(name) ?? '';
  const { form, of, key, rows } = ownFields;
  const sent = { name: own(form), of: own(of), key: own(key), rows: own(rows) || null, refusal: null };
  for (const name of Object.values(ownFields)) pairs.delete(name);
  return { ...sent, texts: textsOf(pairs) };
}

/** The body that the form's operation gets. */
export function bodyFor({ texts }: Sent, { fields, body }: FormDefinition, visit: Visit): unknown {
  const given = bodyOf(fields, texts);
  return body === undefined ? given : body(given, visit);
}

/** A refusal whose issues are at the fields that the person has filled in. */
export function atFields(refusal: Refusal, { texts }: Sent, { fields, fieldAt }: FormDefinition): Refusal {
  const { issues } = refusal.details;
  if (fieldAt === undefined || issues === undefined) return refusal;
  const given = bodyOf(fields, texts);
  const moved = issues.map((issue) => ({ ...issue, path: fieldAt(issue.path, given) }));
  return new Refusal(refusal.code, refusal.message, { ...refusal.details, issues: moved });
}

/** The form with another number of rows. */
export const rowsChanged = (sent: Sent, change: string): Sent => ({ ...sent, texts: withRows(sent.texts, change) });

/** The states of the forms of a page, one of which may have been sent. A form that is asked for again has the fields that are rendered so far. */
export function formsAfter(sent: Sent | null): (name: string, of?: string) => FormState {
  const fields = new Map<string, FormState['fields']>();
  return (name, of = '') => {
    const state = formState(name, of, sent);
    const known = fields.get(`${name} ${of}`) ?? state.fields;
    fields.set(`${name} ${of}`, known);
    return { ...state, fields: known };
  };
}
