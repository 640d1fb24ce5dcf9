import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';
import { clockOf } from './clock.ts';
import { opening } from './opening.ts';
import { isLate } from './rules.ts';

/**
 * The work is cancelled and the advertiser has its funds back; of an advertiser while the work is under way, unless it is very
 * late, only a proposal to cancel is open. Or nothing changed.
 */
export const cancelAssignment = (ctx: Ctx, asked: Asked) =>
  act(ctx, asked, 'cancel', ({ assignment, party, freshId }) => {
    const isAlone = party === 'CREATOR' || assignment.status === 'PENDING' || isLate(assignment, clockOf(ctx));
    return isAlone
      ? {}
      : opening({ id: freshId, kind: 'CANCEL', author: party, dueAt: null, results: [] }, assignment, ctx.now());
  });
