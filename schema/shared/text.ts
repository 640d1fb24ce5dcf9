import * as z from 'zod';
import { lazy } from './lazy.ts';

// Postgres cannot store NUL, and a lone surrogate is no Unicode text (RFC 8259, 8.2).
const plain = (value: string) => !value.includes('\u0000') && value.isWellFormed();
const notPlain = 'must not contain NUL or lone surrogates';

/** Text of min to max characters (Unicode code points, as JSON Schema and Postgres count them). */
export const text = (min: number, max: number) => z.string().min(min).max(max).refine(plain, notPlain);

// Stricter than the database, whose definition of a space differs from JavaScript's: a letter, digit, sign or other visible character.
// Default ignorable characters (UAX 44: fillers, joiners, selectors) and the empty braille cell count as letters, but are invisible.
export const visible = /[^\p{C}\p{Z}\p{DI}\u2800]/u;

/**
 * The pattern for non-blank text in the OpenAPI document. It is weaker than `visible`, because Java, Python and RE2 lack those classes, but
 * each of them accepts every text that `visible` accepts.
 */
export const visiblePattern = String.raw`\S`;

/** Required text: 1 to max characters, and not blank. */
export const words = (max: number) =>
  text(1, max)
    .refine((value) => visible.test(value), 'must not be blank')
    .meta({ pattern: visiblePattern });

// What comes with a pasted text and nobody sees: spaces of all kinds, line ends, and default ignorable characters.
const blankEnds = /^[\s\p{DI}\u2800]+|[\s\p{DI}\u2800]+$/gu;

/** A text as people paste it, without the blanks around it. */
export const trimmed = (value: string): string => value.replace(blankEnds, '');

/** An address or a name as people paste it: blanks around it are cut off. */
export const pasted = (max: number) =>
  z
    .string()
    .overwrite(trimmed)
    .min(1, 'must not be blank')
    .max(max)
    .refine(plain, notPlain)
    .meta({ pattern: visiblePattern });

export const rightsLimitBytes = 8 * 1024;

/** The agreed usage terms, as a JSON object of the parties' own form. Its size is limited as UTF-8. */
export const rights = lazy(() =>
  z
    .record(z.string(), z.json())
    .refine(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= rightsLimitBytes,
      'must be at most 8 KiB',
    )
    .refine((value) => depth(value) <= 16, 'must be nested at most 16 levels deep')
    .refine(plainDeep, notPlain)
    .meta({ description: 'Agreed usage terms; may be empty.', example: { territory: 'worldwide', months: 6 } }),
);

export type Rights = z.output<ReturnType<typeof rights>>;

function plainDeep(value: unknown): boolean {
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => plain(key) && plainDeep(inner));
}

function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}
