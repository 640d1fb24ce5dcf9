import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { caseOf, eventsTotal, latestEvents } from '../../db/disputes.ts';
import { evidenceOf } from '../../db/submissions.ts';
import type { CaseRecord, EvidenceRecord } from '../../schema/assignment-records.ts';
import type { StaffCaseView } from '../../schema/disputes.ts';
import { notFound } from '../../schema/errors.ts';
import type { EventView } from '../../schema/work.ts';
import { clockOf, viewDeliverable } from '../assignments/index.ts';
import type { Ctx } from '../context.ts';
import { signDownload } from '../uploads/index.ts';
import { viewCase } from './view.ts';

interface Facts {
  readonly found: CaseRecord | null;
  readonly events: readonly EventView[];
  readonly total: number;
  readonly files: readonly EvidenceRecord[];
}

const shownEvents = 500;
/** Of one file. */
const shownSubmissions = 100;

/** One assignment with what was said, done and proven, the latest of it where that is much. */
export async function getCase(ctx: Ctx, { id }: { id: number }): Promise<{ data: StaffCaseView }> {
  const { found, events, total, files } = await row<Facts>(
    ctx.db,
    sql`select ${caseOf(id)} as found, ${latestEvents(id, shownEvents)} as events,
          ${eventsTotal(id)} as total, ${evidenceOf(id)} as files`,
  );
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
