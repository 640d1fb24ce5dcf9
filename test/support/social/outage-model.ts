import type { Outage } from '../../../db/social-accounts/outages.ts';
import { blameOf } from '../../../functions/social-accounts/outage-rules.ts';
import { backedOff } from '../../../functions/social-accounts/rules.ts';
import type { FailureKind } from '../../../schema/social-accounts/failure-kinds.ts';
import { partyOf } from '../../../schema/social-accounts/row-keys.ts';

export const minuteMs = 60_000;

/** A row that a platform is asked for. */
export interface SimulatedRow {
  /** Whether a request for it fails at this minute. */
  readonly fails: (minute: number) => boolean;
  /** The minute at which it is due first; the first one if absent. */
  readonly firstAt?: number;
  /** Whose row it is; by default of somebody who has no other. */
  readonly owner?: string;
}

interface Walk {
  readonly intervalMinutes: number;
  readonly minutes: number;
  readonly kind?: FailureKind;
}

interface Walked {
  /** The minutes of its requests, and of those that were answered. */
  readonly asked: number[];
  readonly scans: number[];
  /** Failures in a row that were its own, at the end and at the worst time. */
  failures: number;
  worst: number;
}

/** Asks for rows when they are due, minute by minute, as the jobs of a platform do. */
export function scannedDuring(given: readonly SimulatedRow[], { intervalMinutes, minutes, kind = 'SILENT' }: Walk) {
  const intervalMs = intervalMinutes * minuteMs;
  const rows = given.map(
    (row, id) =>
      ({ ...row, id, dueAt: (row.firstAt ?? 0) * minuteMs, asked: [], scans: [], failures: 0, worst: 0 }) as Asked,
  );
  let outage: Closed | null = null;
  let [pausedMinutes, alarms] = [0, 0];
  for (let minute = 0; minute < minutes; minute++) {
    const at = minute * minuteMs;
    if (outage?.closedUntil != null) alarms += 1;
    if ((outage?.closedUntil ?? 0) > at) pausedMinutes += 1;
    // No row is leased during a pause.
    if ((outage?.closedUntil ?? 0) > at) continue;
    for (const row of inTurn(
      rows.filter(({ dueAt }) => dueAt <= at),
      outage,
    )) {
      const closedUntil = outage?.closedUntil ?? 0;
      if (closedUntil > at) {
        // Its budget is refused.
        row.dueAt = closedUntil;
        continue;
      }
      row.asked.push(minute);
      if (!row.fails(minute)) {
        row.scans.push(minute);
        Object.assign(row, { failures: 0, dueAt: at + intervalMs });
        outage = ended(outage);
        continue;
      }
      outage = afterFailure(row, outage, { at, intervalMs, kind });
      row.worst = Math.max(row.worst, row.failures);
    }
  }
  return { rows: rows as readonly Walked[], pausedMinutes, alarms };
}

/** Rows that have failed since the last answer come last, after the others of their owner, and otherwise the first ones first: by default the worst order. */
const inTurn = (due: readonly Asked[], outage: Closed | null): readonly Asked[] => {
  const failing = (outage?.failures ?? 0) > 0 ? (outage?.failing ?? []) : [];
  const before = (row: Asked) =>
    Number(failing.includes(keyOf(row))) + Number(failing.some((key) => partyOf(key) === partyOf(keyOf(row))));
  return [...due].sort((one, other) => before(one) - before(other) || one.id - other.id);
};
const keyOf = ({ id, owner = `of-${id}` }: Asked): string => `owner ${owner} rows ${id}`;

interface Asked extends Walked, SimulatedRow {
  readonly id: number;
  dueAt: number;
}
type Closed = Outage & { readonly closedUntil: number | null };

/** What the jobs store after an answer. */
const ended = (outage: Closed | null): Closed | null =>
  outage && { ...outage, failures: 0, failing: [], closedUntil: null };

/** What the jobs store after a failed request. */
function afterFailure(
  row: Asked,
  outage: Closed | null,
  { at, intervalMs, kind }: { readonly at: number; readonly intervalMs: number; readonly kind: FailureKind },
): Closed | null {
  const key = keyOf(row);
  const blame = blameOf(kind, outage, { key, areFailing: row.failures > 0 }, new Date(at));
  const counted = (until: number | null): Closed => {
    const before = outage?.failures ?? 0;
    const failing = [...new Set([...(before === 0 ? [] : (outage?.failing ?? [])), key])];
    const closedUntil = until === null ? (outage?.closedUntil ?? null) : Math.max(until, outage?.closedUntil ?? 0);
    return { failures: before + 1, failedAt: new Date(at).toISOString(), failing, closedUntil };
  };
  if (blame.of === 'OWN') {
    const { dueAt, failures = 0 } = backedOff(row, new Date(at), intervalMs);
    Object.assign(row, { failures, dueAt: dueAt?.getTime() ?? 0 });
    if (blame.isCounted) return counted(null);
    return kind === 'DECLINED' ? ended(outage) : outage;
  }
  row.dueAt = at + blame.retryMs;
  return counted(blame.pauseMs === null ? null : at + blame.pauseMs);
}
