import { eventsTotal, latestEvents } from '../../../db/placements/assignment-events.ts';
import { caseOf } from '../../../db/placements/disputes.ts';
import { evidenceOf } from '../../../db/placements/submissions.ts';
import { facts } from '../../../db/query.ts';
import type { StaffCaseView } from '../../../schema/placements/disputes.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { clockOf } from '../assignments/index.ts';
import { viewFullCase } from './view.ts';

const shownEvents = 500;

/** One assignment with its history, deliverables and proofs. Long lists are cut to the latest entries. */
export async function getCase(ctx: Ctx, { id }: { id: number }): Promise<{ data: StaffCaseView }> {
  const { found, events, total, files } = await facts(ctx.db, {
    found: caseOf(id),
    events: latestEvents(id, shownEvents),
    total: eventsTotal(id),
    files: evidenceOf(id),
  });
  if (!found) throw notFound();
  return { data: viewFullCase(found, { events, eventsTotal: total, files }, clockOf(ctx)) };
}
