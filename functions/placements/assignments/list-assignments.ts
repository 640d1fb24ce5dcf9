import { type AssignmentsPage, assignmentsPage } from '../../../db/placements/assignments-page.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import { cutPageOf, type Page } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewerOf } from './acting-party.ts';
import { clockOf } from './clock.ts';
import { viewAssignment } from './view.ts';

/** The caller's assignments as either party, newest first. */
export async function listAssignments(ctx: Ctx, page: AssignmentsPage): Promise<Page<AssignmentView>> {
  const rows = await ctx.db.read(assignmentsPage(ctx.actor.userId, page));
  const clock = clockOf(ctx);
  return cutPageOf(
    rows,
    ({ item }) => viewAssignment(item, viewerOf(ctx, item), clock),
    ({ id }) => id,
  );
}
