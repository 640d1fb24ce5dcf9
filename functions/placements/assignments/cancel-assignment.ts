import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';
import { clockOf } from './clock.ts';
import { opening } from './opening.ts';
import { isLate } from './rules.ts';

/**
 * Cancels the work and refunds the advertiser. While the work is in progress, the advertiser can only propose to cancel, unless the work is
 * very late. A failure changes nothing.
 */
export const cancelAssignment = (ctx: Ctx, input: ActionInput) =>
  act(ctx, input, 'cancel', ({ assignment, party, freshId }) => {
    const isAlone = party === 'CREATOR' || assignment.status === 'PENDING' || isLate(assignment, clockOf(ctx));
    return isAlone
      ? {}
      : opening({ id: freshId, kind: 'CANCEL', author: party, dueAt: null, results: [] }, assignment, ctx.now());
  });
