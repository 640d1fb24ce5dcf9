import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';
import { opening } from './opening.ts';
import { type NewDates, refuseDates } from './rules.ts';

/** Proposes another deadline to the other party. A failure changes nothing. */
export const proposeChange = (ctx: Ctx, { dueAt, results, ...input }: Omit<ActionInput, 'named'> & NewDates) =>
  act(ctx, { ...input, named: results.map(({ deliverableId }) => deliverableId) }, 'change-proposals', (standing) => {
    const { assignment, party, freshId } = standing;
    refuseDates(assignment, { dueAt, results }, ctx.now());
    const dates = results.map(({ deliverableId, expectedAt }) => ({
      deliverableId,
      expectedAt: expectedAt.toISOString(),
    }));
    const proposal = {
      id: freshId,
      kind: 'DUE_DATE' as const,
      author: party,
      dueAt: dueAt.toISOString(),
      results: dates,
    };
    return opening(proposal, assignment, ctx.now());
  });
