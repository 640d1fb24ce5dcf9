import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { partyOf, refuseOtherParty, type Step } from './rules.ts';
import type { Viewer } from './view.ts';

/** The caller, as the party that it is. */
export const viewerOf = ({ actor }: Ctx, assignment: Pick<AssignmentRecord, 'advertiserId'>): Viewer => ({
  party: partyOf(assignment, actor.userId),
  roles: actor.roles,
});

/** The party that the caller is, if it has that role still, and the step is ever that party's. */
export function actingParty(ctx: Ctx, assignment: Pick<AssignmentRecord, 'advertiserId'>, step: Step): Party {
  const party = partyOf(assignment, ctx.actor.userId);
  if (!ctx.actor.roles.includes(party)) throw new Refusal('ROLE_NOT_ALLOWED');
  refuseOtherParty(step, party);
  return party;
}
