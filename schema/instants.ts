import * as z from 'zod';
import { Refusal } from './errors.ts';

/** An instant in an answer: ISO 8601, UTC, milliseconds. */
export const instant = z.string().meta({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' });

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(9999, 11, 31);

/** An instant in a request: ISO 8601 with an offset, between 1970 and 9999. */
export const instantInput = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine((date) => date.getTime() >= earliest && date.getTime() <= latest, 'must lie between 1970 and 9999')
  .meta({ type: 'string', format: 'date-time', example: '2026-12-20T09:30:00.000Z' });

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;

const edge = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).meta({
  description: 'YYYY-MM-DD (a whole UTC day, inclusive) or a timestamp with an offset.',
  example: '2026-11-01',
});

/** Query fields of a period; both ends are inclusive. */
export const periodQuery = { from: edge.optional(), to: edge.optional() };

export interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/** The half-open period that from and to mean; VALIDATION_FAILED when from lies after to. */
export function periodOf(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
  days: number,
): Period {
  const until = query.to === undefined ? now : new Date(Date.parse(query.to) + (wholeDay.test(query.to) ? dayMs : 1));
  const from = query.from === undefined ? new Date(until.getTime() - days * dayMs) : new Date(query.from);
  if (from >= until) {
    const message = 'from must not be after to';
    throw new Refusal('VALIDATION_FAILED', message, { issues: [{ path: 'from', message }] });
  }
  return { from, until };
}
