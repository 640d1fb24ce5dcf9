import { casesPage } from '../../db/disputes.ts';
import type { CaseSummary } from '../../schema/assignment-records.ts';
import type { StaffAssignmentView } from '../../schema/disputes.ts';
import type { AssignmentStatus } from '../../schema/enums.ts';
import { Refusal } from '../../schema/errors.ts';
import { type Page, pageOf } from '../../schema/page.ts';
import type { Ctx } from '../context.ts';
import { viewCase } from './view.ts';

export interface ListCasesInput {
  readonly limit: number;
  readonly cursor?: number | 'invalid' | undefined;
  readonly status: AssignmentStatus;
}

/** The assignments in a state, oldest first. */
export async function listCases(ctx: Ctx, { cursor, ...input }: ListCasesInput): Promise<Page<StaffAssignmentView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const rows = await ctx.db.rows<{ found: CaseSummary }>(casesPage({ ...input, cursor }));
  return pageOf(
    rows.map(({ found }) => viewCase(found)),
    input.limit,
    ({ id }) => id,
  );
}
