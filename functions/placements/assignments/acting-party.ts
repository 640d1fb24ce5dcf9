import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { partyOf, refuseOtherParty, type Step } from './rules.ts';
import type { Viewer } from './view.ts';

/** The caller and its role in the assignment. */
export const viewerOf = ({ actor }: Ctx, assignment: Pick<AssignmentRecord, 'advertiserId'>): Viewer => ({
  party: partyOf(assignment, actor.userId),
  roles: actor.roles,
});

/** The caller's role in the assignment. Refuses a caller that has given up the role, and an action that the role never has. */
export function actingParty(ctx: Ctx, assignment: Pick<AssignmentRecord, 'advertiserId'>, step: Step): Party {
  const party = partyOf(assignment, ctx.actor.userId);
  if (!ctx.actor.roles.includes(party)) throw new Refusal('ROLE_NOT_ALLOWED');
  refuseOtherParty(step, party);
  return party;
}
