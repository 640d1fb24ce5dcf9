import type { EngagementSums } from './engagement.ts';
import type { AssignmentStatus } from './enums.ts';

/** Amounts are minor units as text. */
interface Holds {
  readonly reserved: string;
  readonly spent: string;
  readonly refunded: string;
}

interface Seconds {
  readonly average: number | null;
  readonly median: number | null;
  readonly count: number;
}

export interface AnalyticsRecord {
  readonly totals: Holds & {
    readonly orders: number;
    readonly assignments: number;
    readonly creators: number;
    readonly orderedResults: number;
    readonly deliveredResults: number;
    readonly acceptSeconds: Seconds;
    readonly deliverSeconds: Seconds;
  };
  /** Of the statuses that there are. */
  readonly byStatus: readonly {
    readonly status: AssignmentStatus;
    readonly assignments: number;
    readonly total: string;
  }[];
  readonly byCreator: readonly (Holds & {
    readonly creatorPublicId: string;
    readonly displayName: string | null;
    readonly assignments: number;
    readonly deliveredResults: number;
    readonly engagement: EngagementSums;
  })[];
  readonly series: readonly (Holds & {
    readonly date: string;
    readonly funded: number;
    readonly accepted: number;
    readonly deliveredResults: number;
    readonly approved: number;
  })[];
  readonly engagement: EngagementSums;
}
