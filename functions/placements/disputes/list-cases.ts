import { casesPage, stoppedCasesPage } from '../../../db/placements/disputes.ts';
import type { StaffAssignmentView } from '../../../schema/placements/disputes.ts';
import type { AssignmentStatus } from '../../../schema/shared/enums.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewCase } from './view.ts';

export interface ListCasesInput {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly status?: AssignmentStatus | undefined;
  /** Filters by a suspended party. */
  readonly suspended?: 'true' | undefined;
}

/** The assignments in a status, or those on hold because a party is suspended; oldest first. */
export async function listCases(
  ctx: Ctx,
  { cursor, limit, status, suspended }: ListCasesInput,
): Promise<Page<StaffAssignmentView>> {
  const page =
    suspended === undefined
      ? casesPage({ limit, cursor, status: status ?? 'DISPUTED' })
      : stoppedCasesPage({ limit, cursor, status: status ?? null });
  const rows = await ctx.db.read(page);
  return pageOf(
    rows.map(({ found }) => viewCase(found)),
    limit,
    ({ id }) => id,
  );
}
