import { eventsTotal, latestEvents } from '../../../db/placements/assignment-events.ts';
import { caseOf } from '../../../db/placements/disputes.ts';
import { evidenceOf } from '../../../db/placements/submissions.ts';
import { facts } from '../../../db/query.ts';
import type { StaffCaseView } from '../../../schema/placements/disputes.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { signDownload } from '../../uploads/index.ts';
import { clockOf, viewDeliverable } from '../assignments/index.ts';
import { viewCase } from './view.ts';

const shownEvents = 500;
/** Per file. */
const shownSubmissions = 100;

/** One assignment with its history, deliverables and proofs. Long lists are cut to the latest entries. */
export async function getCase(ctx: Ctx, { id }: { id: number }): Promise<{ data: StaffCaseView }> {
  const { found, events, total, files } = await facts(ctx.db, {
    found: caseOf(id),
    events: latestEvents(id, shownEvents),
    total: eventsTotal(id),
    files: evidenceOf(id),
  });
  if (!found) throw notFound();
  const { assignment } = found;
  const clock = clockOf(ctx);
  const signed = await Promise.all(
    files.map(async ({ file, deliverableId, submissions }) => ({
      ...{
        uploadId: file.id,
        deliverableId,
        submissions: submissions.slice(-shownSubmissions),
        fileName: file.fileName,
      },
      ...(await signDownload(ctx, file)),
    })),
  );
  return {
    data: {
      ...viewCase(found),
      brief: assignment.brief,
      rights: assignment.rights as StaffCaseView['rights'],
      title: assignment.title,
      usageTerms: assignment.usageTerms,
      deliverables: assignment.deliverables.map((one) => viewDeliverable(one, assignment, 'STAFF', clock)),
      openProposal: assignment.openProposal && {
        ...assignment.openProposal,
        results: [...assignment.openProposal.results],
      },
      events: [...events],
      eventsTotal: total,
      files: signed,
    },
  };
}
