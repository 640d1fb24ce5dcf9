import type { Child } from 'hono/jsx';
import type { Issue, Refusal } from '../../../../schema/shared/errors.ts';
import type { Texts } from './read-fields.ts';
import { rowsIn } from './rows.ts';

/** The names of fields that belong to the form itself. */
export const ownFields = { form: 'form', of: 'of', key: 'idempotencyKey', rows: 'rows' } as const;

/** A form as it is rendered: empty, or as it was sent and refused. */
export interface FormState {
  readonly name: string;
  /** Tells forms of one name apart, such as those of the rows of a list. */
  readonly of: string;
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly isSent: boolean;
  readonly refusal: Refusal | null;
  /** The text of a field: as it was sent, otherwise the given one. */
  value(name: string, stored?: string | number | null): string;
  /** All sent texts of a group of checkboxes, otherwise the given ones. */
  values(name: string, stored?: readonly string[]): readonly string[];
  /** The number of rows of a list. */
  rows(name: string, stored: number): number;
  error(name: string): string | undefined;
  /** The fields that the page has rendered so far, by the path of their property. The summary of the issues names them. */
  readonly fields: Map<string, RenderedField>;
}

export interface RenderedField {
  readonly id: string;
  readonly label: Child;
}

export interface SentForm {
  readonly name: string;
  readonly of: string;
  readonly key: string;
  readonly texts: Texts;
  readonly refusal: Refusal | null;
}

export function formState(name: string, of: string, sent: SentForm | null): FormState {
  const own = sent !== null && sent.name === name && sent.of === of ? sent : null;
  const issues: readonly Issue[] = own?.refusal?.details.issues ?? [];
  return {
    name,
    of,
    key: own?.key ?? crypto.randomUUID(),
    isSent: own !== null,
    refusal: own?.refusal ?? null,
    value: (field, stored) => (own === null ? String(stored ?? '') : (own.texts.get(field)?.at(-1) ?? '')),
    values: (field, stored = []) => (own === null ? stored : (own.texts.get(field) ?? [])),
    rows: (field, stored) => (own === null ? stored : rowsIn(own.texts, field)),
    fields: new Map(),
    error: (field) => issues.find(({ path }) => path === field || isItemOf(path, field))?.message,
  };
}

/** `topics.2` is an item of `topics`, whose field holds all of them. */
const isItemOf = (path: string, field: string): boolean =>
  path.startsWith(`${field}.`) && /^\d+$/.test(path.slice(field.length + 1));
