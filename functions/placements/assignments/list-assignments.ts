import { type AssignmentsPage, assignmentsPage } from '../../../db/placements/assignments-page.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { cutPageOf, type Page } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewerOf } from './acting-party.ts';
import { clockOf } from './clock.ts';
import { viewAssignment } from './view.ts';

export type ListAssignmentsInput = Omit<AssignmentsPage, 'cursor'> & {
  readonly cursor?: number | 'invalid' | undefined;
};

/** The caller's assignments as either party, newest first. */
export async function listAssignments(
  ctx: Ctx,
  { cursor, ...input }: ListAssignmentsInput,
): Promise<Page<AssignmentView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const { userId } = ctx.actor;
  const rows = await ctx.db.read(assignmentsPage(userId, { ...input, cursor }));
  const clock = clockOf(ctx);
  return cutPageOf(
    rows,
    ({ item }) => viewAssignment(item, viewerOf(ctx, item), clock),
    ({ id }) => id,
  );
}
