import type { FactoryRecord } from '../../../db/factories/factories.ts';
import type { FactoryChanges } from '../../../schema/factories/factory.ts';
import { type FactoryStatus, hideableFields } from '../../../schema/factories/factory-terms.ts';
import { limitReached, Refusal } from '../../../schema/shared/errors.ts';

/**
 * The statuses that a factory can change to: its owner pauses it and starts it again. Without its owner, an active one becomes PAUSED when the
 * credits do not cover a scan, and is ACTIVE again after a purchase.
 */
export const life: Readonly<Record<FactoryStatus, Readonly<Partial<Record<'pause' | 'start', FactoryStatus>>>>> = {
  ACTIVE: { pause: 'PAUSED' },
  // A factory without credits stays paused after a purchase once its owner has paused it, too.
  PAUSED: { pause: 'PAUSED', start: 'ACTIVE' },
};

type Changes = Omit<FactoryChanges, 'expectedVersion'>;

/** What a start of a factory is decided by. */
export interface Credits {
  /** What scans can still reserve. */
  readonly available: number;
  /** What the next scan of the factory needs; null if it has no posts to scan. */
  readonly needed: number | null;
}

/** The factory with the given changes, at its next version. Refuses to start it without the credits of its next scan. */
export function changed(
  factory: FactoryRecord,
  { name, intervalHours, trackingDays, hiddenFields, status }: Changes,
  credits: Credits,
): FactoryRecord {
  return {
    ...factory,
    version: factory.version + 1,
    name: name ?? factory.name,
    intervalHours: intervalHours ?? factory.intervalHours,
    trackingDays: trackingDays ?? factory.trackingDays,
    hiddenFields: hideableFields.filter((field) => (hiddenFields ?? factory.hiddenFields).includes(field)),
    ...(status !== undefined && moved(factory, status, credits)),
  };
}

function moved(
  factory: FactoryRecord,
  status: FactoryStatus,
  { available, needed }: Credits,
): Pick<FactoryRecord, 'status' | 'pauseReason' | 'neededCredits'> {
  const to = life[factory.status][status === 'PAUSED' ? 'pause' : 'start'] ?? factory.status;
  if (to === 'PAUSED') return { status: to, pauseReason: 'MANUAL', neededCredits: null };
  if (factory.status === 'PAUSED' && available < (needed ?? 1)) throw withoutCredits(available, needed);
  return { status: to, pauseReason: null, neededCredits: null };
}

const withoutCredits = (available: number, needed: number | null) =>
  new Refusal(
    'INVALID_STATE',
    needed === null
      ? 'You have no available credits. Buy credits first.'
      : `The next scan needs ${needed} credits, and you have ${available} available. Buy at least ${needed - available} credits first.`,
    { status: 'NO_CREDITS', allowedActions: ['purchase'] },
  );

export const tooManyFactories = (limit: number) => () =>
  limitReached(`A user has at most ${limit} factories. Delete one first.`, ['delete']);
