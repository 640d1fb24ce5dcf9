import { grantCredits as grant, isGranted } from '../../../db/factories/credits.ts';
import { isUser } from '../../../db/identity/users.ts';
import { factsOf } from '../../../db/query.ts';
import type { CreditEntryView } from '../../../schema/factories/credits.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { getEntry } from './get-entry.ts';
import { refuseGrant } from './rules.ts';

export interface GrantInput {
  readonly userId: number;
  readonly credits: number;
  /** The reason in the records of the staff. */
  readonly reference: string;
}

/** Adds credits to the balance of a user, once for each reference. A failure changes nothing. */
export const grantCredits = (
  ctx: Ctx,
  { userId, credits, reference }: GrantInput,
): Promise<{ data: CreditEntryView }> => {
  const entry = () => getEntry(ctx, userId, 'GRANT', reference);
  return mutate(ctx, {
    facts: factsOf({ isUser: isUser(userId), isBooked: isGranted(reference) }),
    visible: (found) => (found.isUser ? found : null),
    replay: entry,
    decide({ isBooked }) {
      const grantedBy = ctx.actor.userId;
      refuseGrant(grantedBy, userId, isBooked);
      return {
        statements: [grant({ ownerId: userId, credits, reference, at: ctx.now(), grantedBy })],
        answer: readAfterCommit(entry),
        kept: {},
      };
    },
  });
};
