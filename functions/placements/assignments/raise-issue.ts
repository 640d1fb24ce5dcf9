import { openDispute } from '../../../db/placements/disputes.ts';
import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';
import { handedIn } from './handed-in.ts';

export interface RaiseIssue extends ActionInput {
  readonly reason: string;
  readonly description: string;
}

/** Raises an issue: staff takes over, and all deadlines are suspended. A failure changes nothing. */
export const raiseIssue = (ctx: Ctx, { reason, description, ...input }: RaiseIssue) =>
  act(ctx, input, 'issues', ({ assignment, measured, party }) => ({
    data: { reason, description },
    statements: [openDispute(assignment.id, { author: party, reason, description }, ctx.now())],
    patch: handedIn(assignment, measured),
  }));
