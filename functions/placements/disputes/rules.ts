import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { refuseOwn } from '../../../schema/shared/errors.ts';

/** Staff cannot decide a dispute that they are a party of. */
export function refuseParty(
  { advertiserId, creatorId }: Pick<AssignmentRecord, 'advertiserId' | 'creatorId'>,
  userId: number,
): void {
  refuseOwn(userId, [advertiserId, creatorId], 'decide disputes to which they are a party');
}
