import { eventsTotal } from '../../../db/placements/assignment-events.ts';
import { caseOf, type DisputeRecord, resolveDispute as statement } from '../../../db/placements/disputes.ts';
import { factsOf } from '../../../db/query.ts';
import type { Resolution, StaffAssignmentView } from '../../../schema/placements/disputes.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { clockOf, moveFor, transition } from '../assignments/index.ts';
import { refuseParty } from './rules.ts';
import { viewCase } from './view.ts';

const steps = { RELEASE: 'release', REFUND: 'refund', SPLIT: 'split' } as const;

/** Decides a dispute and moves its money accordingly. A failure changes nothing. */
export const resolveDispute = (
  ctx: Ctx,
  { id, eventsRead, ...resolution }: Resolution & { id: number },
): Promise<{ data: StaffAssignmentView }> =>
  mutate(ctx, {
    facts: factsOf({ found: caseOf(id), events: eventsTotal(id) }),
    visible({ found, events }) {
      if (found) refuseParty(found.assignment, ctx.actor.userId);
      return found && { ...found, events };
    },
    decide({ assignment, dispute, events }) {
      const { outcome, creatorShareBps, note } = resolution;
      const clock = clockOf(ctx);
      const move = moveFor(steps[outcome], assignment, 'STAFF', clock);
      if (eventsRead !== undefined && eventsRead !== events)
        throw new Refusal(
          'VERSION_CONFLICT',
          'A party has added something since you read the case. Read the case again, then decide.',
        );
      const decided = decide(dispute, resolution, ctx);
      const { after, statements } = transition(assignment, move, clock, {
        bookedBy: ctx.actor.userId,
        data: { outcome, note, ...(creatorShareBps !== undefined && { creatorShareBps }) },
        ...(creatorShareBps !== undefined && { creatorShareBps }),
        statements: [statement(id, decided)],
      });
      return { statements, answer: { data: viewCase({ assignment: after, dispute: decided }) }, isNotifying: true };
    },
  });

function decide(
  dispute: DisputeRecord | null,
  { outcome, creatorShareBps, note }: Omit<Resolution, 'eventsRead'>,
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
