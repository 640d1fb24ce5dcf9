import * as z from 'zod';
import { Refusal } from './errors.ts';
import { lazy } from './lazy.ts';

/** An instant in an answer: ISO 8601, UTC, milliseconds. */
export const instant = lazy(() => z.string().meta({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }));

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const instantPattern =
  '^(19[7-9][0-9]|[2-9][0-9]{3})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$';

/** An instant in a request: ISO 8601 with an offset, between 1970 and 9999. */
export const instantInput = lazy(() =>
  z.iso
    .datetime({ offset: true })
    .transform((value) => new Date(value))
    .refine((date) => date.getTime() >= earliest && date.getTime() <= latest, 'must lie between 1970 and 9999')
    .meta({
      type: 'string',
      format: 'date-time',
      pattern: instantPattern,
      description: 'ISO 8601 with seconds and an offset, between 1970 and 9999.',
      example: '2026-12-20T09:30:00.000Z',
    }),
);

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;

const edge = lazy(() =>
  z
    .union(
      [z.iso.date(), z.iso.datetime({ offset: true })],
      'must be a day, such as 2026-12-31, or a time with an offset, such as 2026-12-31T12:00:00Z',
    )
    .refine((text) => Date.parse(text) >= earliest && Date.parse(text) <= latest, 'must lie between 1970 and 9999')
    .meta({
      description: 'YYYY-MM-DD (a whole UTC day, inclusive) or a timestamp with an offset.',
      example: '2026-11-01',
    }),
);

/** Query fields of a period; both ends are inclusive. */
export const periodQuery = lazy(() => ({ from: edge().optional(), to: edge().optional() }));

export interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/**
 * The half-open period of `from` and `to`; by default the last `days`. Throws VALIDATION_FAILED when `from` is after `to`, or the period is
 * longer than `maxDays`.
 */
export function periodOf(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
  { days, maxDays }: { readonly days: number; readonly maxDays: number },
): Period {
  const end = endOf(query.to) ?? now;
  const from = query.from === undefined ? new Date(end.getTime() - days * dayMs) : new Date(query.from);
  if (from >= end) throw refused('must not be after to');
  if (end.getTime() - from.getTime() > maxDays * dayMs)
    throw refused(`must be at most ${maxDays} days before the end of to`);
  return { from, until: readable(end) };
}

export interface OpenPeriod {
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** The half-open period of `from` and `to`, without an end that is absent. Throws VALIDATION_FAILED when `from` is after `to`. */
export function openPeriodOf(query: { from?: string | undefined; to?: string | undefined }): OpenPeriod {
  const end = endOf(query.to);
  const from = query.from === undefined ? null : new Date(query.from);
  if (from !== null && end !== null && from >= end) throw refused('must not be after to');
  return { from, until: end && readable(end) };
}

const endOf = (to: string | undefined): Date | null =>
  to === undefined ? null : new Date(Date.parse(to) + (wholeDay.test(to) ? dayMs : 1));

/** Postgres cannot read the format of five-digit years. */
const readable = (end: Date): Date => new Date(Math.min(end.getTime(), latest));

function refused(message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', `from ${message}`, { issues: [{ path: 'from', message }] });
}
