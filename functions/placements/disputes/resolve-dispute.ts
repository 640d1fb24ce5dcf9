import { caseOf, type DisputeRecord, resolveDispute as statement } from '../../../db/placements/disputes.ts';
import { facts } from '../../../db/query.ts';
import type { Resolution, StaffAssignmentView } from '../../../schema/placements/disputes.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { clockOf, moveFor, transition } from '../assignments/index.ts';
import { refuseParty } from './rules.ts';
import { viewCase } from './view.ts';

const steps = { RELEASE: 'release', REFUND: 'refund', SPLIT: 'split' } as const;

/** Decides a dispute and moves its money accordingly. A failure changes nothing. */
export const resolveDispute = (
  ctx: Ctx,
  { id, ...resolution }: Resolution & { id: number },
): Promise<{ data: StaffAssignmentView }> =>
  retryOnConflict(async () => {
    const { earlier, found } = await facts(ctx.db, { earlier: earlierAnswer(ctx), found: caseOf(id) });
    if (!found) throw notFound();
    refuseParty(found.assignment, ctx.actor.userId);
    replayEarlier(ctx, earlier);
    const { outcome, creatorShareBps, note } = resolution;
    const { assignment } = found;
    const clock = clockOf(ctx);
    const move = moveFor(steps[outcome], assignment, 'STAFF', clock);
    const decided = decide(found.dispute, resolution, ctx);
    const { after, statements } = transition(assignment, move, clock, {
      bookedBy: ctx.actor.userId,
      data: { outcome, note, ...(creatorShareBps !== undefined && { creatorShareBps }) },
      ...(creatorShareBps !== undefined && { creatorShareBps }),
      statements: [statement(id, decided)],
    });
    return commit(ctx, statements, { data: viewCase({ assignment: after, dispute: decided }) }, { isNotifying: true });
  });

function decide(
  dispute: DisputeRecord | null,
  { outcome, creatorShareBps, note }: Resolution,
  ctx: Ctx,
): DisputeRecord {
  if (!dispute) throw new Error('an assignment is disputed without a dispute');
  const resolvedAt = ctx.now().toISOString();
  return {
    ...dispute,
    outcome,
    creatorShareBps: creatorShareBps ?? null,
    note,
    resolverId: ctx.actor.userId,
    resolvedAt,
  };
}
