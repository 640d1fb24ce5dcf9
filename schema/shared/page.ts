import * as z from 'zod';
import { uuid } from './ids.ts';
import { lazy } from './lazy.ts';
import { refusedAs } from './refused-values.ts';

export const pageLimit = { min: 1, max: 100, default: 20 } as const;

const limit = lazy(() =>
  z
    .string()
    .regex(/^\d{1,3}$/, 'must be an integer from 1 to 100')
    .transform(Number)
    .refine((n) => n >= pageLimit.min && n <= pageLimit.max, 'must be an integer from 1 to 100')
    .default(pageLimit.default)
    .meta({ type: 'integer', minimum: pageLimit.min, maximum: pageLimit.max, default: pageLimit.default }),
);

/** The identifier of the last item of the previous page. A malformed cursor is INVALID_CURSOR, not a validation error. */
const idCursor = lazy(() =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER,
      refusedAs('INVALID_CURSOR'),
    )
    .transform(Number)
    .optional()
    .meta({
      type: 'string',
      pattern: '^[1-9][0-9]{0,15}$',
      description: 'nextCursor of the previous page; absent for the first page.',
      example: '42',
    }),
);

const uuidCursor = lazy(() =>
  z
    .string()
    .refine((text) => uuid().safeParse(text).success, refusedAs('INVALID_CURSOR'))
    .pipe(uuid())
    .optional()
    .meta({
      type: 'string',
      format: 'uuid',
      description: 'nextCursor of the previous page; absent for the first page.',
      example: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
    }),
);

/** Query fields of a list whose items have integer ids. */
export const idPage = lazy(() => ({ limit: limit(), cursor: idCursor() }));
/** Query fields of a list whose items have UUIDs. */
export const uuidPage = lazy(() => ({ limit: limit(), cursor: uuidCursor() }));

/** The answer of an operation whose `contentType` is that of a file. */
export const fileAnswer = () => z.string().meta({ format: 'binary' });

export const dataOf = <T extends z.ZodType>(item: T) => z.strictObject({ data: item });

export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    nextCursor: z.string().nullable().describe('null when there are no more pages.'),
  });

export interface Page<T> {
  readonly data: T[];
  readonly nextCursor: string | null;
}

/** One page of limit + 1 rows. */
export function pageOf<T>(rows: readonly T[], limit: number, idOf: (row: T) => string | number): Page<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: rows.length > limit && last !== undefined ? String(idOf(last)) : null };
}

/** One page of rows that were already cut by their size; `found` is the number of rows before the cut. */
export function cutPageOf<Row extends { readonly found: bigint }, T>(
  rows: readonly Row[],
  itemOf: (row: Row) => T,
  idOf: (item: T) => string | number,
): Page<T> {
  const data = rows.map(itemOf);
  const last = data.at(-1);
  const isMore = Number(rows[0]?.found ?? 0) > rows.length;
  return { data, nextCursor: isMore && last !== undefined ? String(idOf(last)) : null };
}
