import { openDispute } from '../../../db/placements/disputes.ts';
import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';

export interface RaiseIssue extends ActionInput {
  readonly reason: string;
  readonly description: string;
}

/** Raises an issue: staff takes over, and all deadlines are suspended. A failure changes nothing. */
export const raiseIssue = (ctx: Ctx, { reason, description, ...input }: RaiseIssue) =>
  act(ctx, input, 'issues', ({ assignment, party }) => ({
    data: { reason, description },
    statements: [openDispute(assignment.id, { author: party, reason, description }, ctx.now())],
  }));
