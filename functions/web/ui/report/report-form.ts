import { type ReportQuery, reportQuery } from '../../../../schema/factories/report-shape.ts';
import { Refusal } from '../../../../schema/shared/errors.ts';
import { openPeriodOf } from '../../../../schema/shared/instants.ts';

/** The fields that people fill in or remove. */
export const filterFields = ['from', 'to', 'platform', 'search', 'tag', 'factoryAccountId'] as const;
const fields = [...filterFields, 'accountSort', 'postSort', 'accountCursor', 'postCursor'] as const;
export type FilterField = (typeof filterFields)[number];
type Field = (typeof fields)[number];

/** The query of the page as text, without empty and refused fields. `reader` is who reads on, in the links to other pages of a list. */
export type Values = Readonly<Partial<Record<Field | 'reader', string>>>;
/** The fields whose values were refused, with what was typed and what to type. */
export type Errors = Readonly<Partial<Record<FilterField, { readonly typed: string; readonly advice: string }>>>;

export interface Form {
  readonly values: Values;
  readonly errors: Errors;
  readonly query: ReportQuery;
}

const pageSize = '20';

/** Parses the query of the page. A filter that is refused is left out, and named. A cursor or a sort comes from a link: it refuses the page. */
export function readForm(params: URLSearchParams): Form {
  const values: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const value = params.get(field)?.trim();
    if (value) values[field] = value;
  }
  const errors: Partial<Record<FilterField, { typed: string; advice: string }>> = {};
  const refuse = (field: FilterField) => {
    errors[field] = { typed: values[field] ?? '', advice: advice[field] };
    delete values[field];
  };
  const { shape } = reportQuery();
  for (const field of filterFields) if (!shape[field].safeParse(values[field]).success) refuse(field);
  if (isReversed(values)) refuse('from');
  const parsed = reportQuery().safeParse({ ...values, limit: pageSize });
  if (!parsed.success)
    throw new Refusal('VALIDATION_FAILED', 'The address of the page is not valid. Open the link of the report again.', {
      issues: [],
    });
  return { values, errors, query: parsed.data };
}

function isReversed({ from, to }: Values): boolean {
  try {
    openPeriodOf({ from, to });
    return false;
  } catch {
    return true;
  }
}

const advice: Readonly<Record<FilterField, string>> = {
  from: 'Use a day, such as 2026-12-31, that is not after the last day.',
  to: 'Use a day, such as 2026-12-31.',
  platform: 'Choose one of the platforms.',
  search: 'Use 2 to 100 characters.',
  tag: 'Choose a tag of the accounts below.',
  factoryAccountId: 'Choose one of the accounts below.',
};

/** The address of this page with other values, relative to it: so the secret is not repeated. Undefined removes a value. */
export function addressOf(
  values: Values,
  changes: { readonly [Name in Field]?: string | undefined },
  part = '',
): string {
  const { reader, ...shown } = { ...values, ...changes };
  const isFirstPage = shown.accountCursor === undefined && shown.postCursor === undefined;
  const given = Object.entries(isFirstPage ? shown : { ...shown, reader }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `?${new URLSearchParams(given)}${part}`;
}

/** Without the places in the lists: other filters give other lists. */
export const withoutCursors = { accountCursor: undefined, postCursor: undefined } as const;
