import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

/** Staff cannot decide a dispute that they are a party of. */
export function refuseParty(
  { advertiserId, creatorId }: Pick<AssignmentRecord, 'advertiserId' | 'creatorId'>,
  userId: number,
): void {
  if (userId === advertiserId || userId === creatorId)
    throw new Refusal('ROLE_NOT_ALLOWED', 'Staff cannot decide disputes to which they are a party.');
}
