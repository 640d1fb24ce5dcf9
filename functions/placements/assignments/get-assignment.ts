import { type AssignmentRecord, assignmentOf } from '../../../db/placements/assignments.ts';
import { facts } from '../../../db/query.ts';
import type { AssignmentView, DeliverableView } from '../../../schema/placements/assignments.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewerOf } from './acting-party.ts';
import { clockOf } from './clock.ts';
import { partyOf } from './rules.ts';
import { viewAssignment, viewDeliverable } from './view.ts';

interface ById {
  readonly id: number;
}

/** One assignment of the caller, as the caller's party may see it. */
export async function getAssignment(ctx: Ctx, { id }: ById): Promise<{ data: AssignmentView }> {
  const assignment = await readOwn(ctx, id);
  return { data: viewAssignment(assignment, viewerOf(ctx, assignment), clockOf(ctx)) };
}

export interface ListDeliverablesInput extends ById {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** The results of an assignment, by position. */
export async function listDeliverables(
  ctx: Ctx,
  { id, limit, cursor }: ListDeliverablesInput,
): Promise<Page<DeliverableView>> {
  const assignment = await readOwn(ctx, id);
  const { deliverables } = assignment;
  const last = deliverables.findIndex((deliverable) => deliverable.id === cursor);
  if (cursor !== undefined && last < 0) throw new Refusal('INVALID_CURSOR');
  const [party, context] = [partyOf(assignment, ctx.actor.userId), clockOf(ctx)];
  const rest = deliverables.slice(last + 1).map((one) => viewDeliverable(one, assignment, party, context));
  return pageOf(rest, limit, (deliverable) => deliverable.id);
}

async function readOwn(ctx: Ctx, id: number): Promise<AssignmentRecord> {
  const { assignment } = await facts(ctx.db, { assignment: assignmentOf(ctx.actor.userId, id) });
  if (!assignment) throw notFound();
  return assignment;
}
