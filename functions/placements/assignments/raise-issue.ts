import { openDispute } from '../../../db/placements/disputes.ts';
import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';

export interface RaiseIssue extends Asked {
  readonly reason: string;
  readonly description: string;
}

/** Staff has the case, and no clock runs any more; or nothing changed. */
export const raiseIssue = (ctx: Ctx, { reason, description, ...asked }: RaiseIssue) =>
  act(ctx, asked, 'issues', ({ assignment, party }) => ({
    data: { reason, description },
    statements: [openDispute(assignment.id, { author: party, reason, description }, ctx.now())],
  }));
