import { instant, integer, type Kind, percentBps, text } from '../../ui/forms/field-kinds.ts';
import type { FieldKinds } from '../../ui/forms/read-fields.ts';

/** Percent as a share of 0 to 1, which the API takes. */
const percentShare: Kind = (texts) => {
  const bps = percentBps(texts);
  return typeof bps === 'number' ? bps / 10_000 : bps;
};

const nullableInteger: Kind = (texts) => integer(texts) ?? null;

/** An audience as staff reads it from a recording. */
export const audienceFields: FieldKinds = {
  'audience.capturedAt': instant,
  'audience.periodDays': nullableInteger,
  'audience.followers': nullableInteger,
  'audience.geo.*.country': text,
  'audience.geo.*.share': percentShare,
  'audience.demo.*.age': text,
  'audience.demo.*.gender': text,
  'audience.demo.*.share': percentShare,
};

/** Empty rows at the end are left out, so that the rows that remain keep their numbers. */
export function audienceBody({ audience }: Readonly<Record<string, unknown>>): unknown {
  const { geo, demo, ...given } = Object(audience);
  return {
    outcome: 'VERIFIED',
    audience: { ...given, geo: filledRows(geo), demo: filledRows(demo) },
  };
}

function filledRows(rows: unknown): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(rows) ? rows : [];
  return given.slice(0, given.findLastIndex((row) => !isEmpty(row)) + 1);
}

const isEmpty = (row: unknown): boolean =>
  Object.values(Object(row)).every((value) => value === undefined || value === '');
