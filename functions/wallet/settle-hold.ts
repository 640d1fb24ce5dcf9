import type { SQL } from 'drizzle-orm/sql/sql';
import { settleHold as statement } from '../../db/ledger.ts';
import type { AssignmentRecord } from '../../db/placements/assignments.ts';
import type { Settlement } from './rules.ts';

/** The whole hold of an assignment leaves, once: its parts to creator and platform, what is left back to the advertiser. */
export const settleHold = (
  { id }: Pick<AssignmentRecord, 'id'>,
  settlement: Settlement,
  at: Date,
  bookedBy: number | null = null,
): SQL => statement({ assignmentId: id, ...settlement, at, bookedBy });
