import type { SQL } from 'drizzle-orm/sql/sql';
import type { AssignmentRecord } from '../../db/placements/assignments.ts';
import { settleHold as statement } from '../../db/wallet/ledger.ts';
import type { Settlement } from './rules.ts';

/** Empties the hold of an assignment, once: pays the creator and the platform, and refunds the rest to the advertiser. */
export const settleHold = (
  { id }: Pick<AssignmentRecord, 'id'>,
  settlement: Settlement,
  at: Date,
  bookedBy: number | null = null,
): SQL => statement({ assignmentId: id, ...settlement, at, bookedBy });
