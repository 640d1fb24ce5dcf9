import type { FormState } from '../../ui/forms/form-state.ts';

/** An item before anything was typed. */
export interface StoredItem {
  readonly package: string;
  readonly dueAt: string;
  readonly brief: string;
  readonly rights: string;
  readonly expectedAt: readonly string[];
}

/** New fields of a form that is shown with other rows have proposals, too. */
export const withProposals = (of: FormState): FormState =>
  of.refusal === null ? { ...of, value: (name, stored) => of.value(name, stored) || String(stored ?? '') } : of;

const dayMs = 86_400_000;
const dueDays = 30;

/** Times are whole hours of UTC. */
const at = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00:00.000Z`;

export const emptyItem = (now: Date, chosen = ''): StoredItem => ({
  ...{ package: chosen, brief: '', rights: '', expectedAt: [] },
  dueAt: at(now.getTime() + dueDays * dayMs),
});

/** The dates of a draft that have passed are proposed anew, because no order may have them. */
export const withoutPast = ({ dueAt, expectedAt }: StoredItem, now: Date): Pick<StoredItem, 'dueAt' | 'expectedAt'> =>
  [dueAt, ...expectedAt].some((date) => Date.parse(date) <= now.getTime())
    ? { dueAt: emptyItem(now).dueAt, expectedAt: [] }
    : { dueAt, expectedAt };

interface Dates {
  readonly path: string;
  readonly quantity: number;
  readonly dueAt: string;
  readonly now: Date;
}

const hourMs = 3_600_000;

/**
 * Another package has another number of results. If nobody has changed the dates that were proposed for the former package, all dates are
 * proposed anew: otherwise the kept ones would stand between the new ones.
 */
export function withFreshDates(of: FormState, { path, quantity, dueAt, now }: Dates): FormState {
  const former = of.rows(`${path}.results`, 0);
  const isProposed = (index: number): boolean => {
    const given = Date.parse(`${of.value(`${path}.results.${index}.expectedAt`)}Z`);
    // The page may have been open for a while.
    return Math.abs(given - Date.parse(spread(dueAt, index, former, now))) <= hourMs;
  };
  const isFresh =
    former > 0 && former !== quantity && Array.from({ length: former }, (_, index) => index).every(isProposed);
  return isFresh
    ? {
        ...of,
        value: (name, given) => (name.startsWith(`${path}.results.`) ? String(given ?? '') : of.value(name, given)),
      }
    : of;
}

/** Proposes dates that are evenly spread until the deadline. */
export function spread(dueAt: string, index: number, quantity: number, now: Date): string {
  const end = Date.parse(`${dueAt.slice(0, 16)}Z`);
  const until = Number.isNaN(end) || end <= now.getTime() ? now.getTime() + dueDays * dayMs : end;
  return at(now.getTime() + ((until - now.getTime()) * (index + 1)) / (quantity + 1));
}
