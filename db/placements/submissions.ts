import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { jsonb } from '../client.ts';
import { json, type TypeOf } from '../query.ts';
import { assignmentEvents } from '../tables/assignments.ts';
import { deliverables } from '../tables/deliverables.ts';
import { deliverableProofs, privateUploads } from '../tables/uploads.ts';
import { uploadJson } from '../uploads/records.ts';

/** The submissions of an assignment: events of its history, which never change. */
const submissionsOf = (assignmentId: number): SQL => sql`${assignmentEvents}
  where ${assignmentEvents.assignmentId} = ${assignmentId} and ${assignmentEvents.kind} = 'assignment.submitted'`;

/**
 * Whether the other party and staff may read this file of the assignment: a result lists it, a submission contains it, or a statement has it. A
 * field of the facts.
 */
export const isEvidence = (assignmentId: number, uploadId: string): SQL<boolean> =>
  sql`(exists (select from ${deliverableProofs} where ${deliverableProofs.uploadId} = ${uploadId})
    or exists (select from ${privateUploads} where ${privateUploads.id} = ${uploadId} and ${privateUploads.statementSeq} is not null)
    or exists (select from ${submissionsOf(assignmentId)}
      and ${assignmentEvents.data} @> ${jsonb({ results: [{ uploadIds: [uploadId] }] })}))`;

const evidenceJson = json({
  file: uploadJson,
  /** The seq of each event that submitted the file. */
  submissions: sql<readonly number[]>`files.submissions`,
});

/** A verified file that proves a deliverable, that was submitted, or that is part of a statement. */
export type EvidenceRecord = TypeOf<typeof evidenceJson>;

/** The verified files that prove deliverables, were submitted, or are part of statements: a field of the facts. */
export const evidenceOf = (assignmentId: number): SQL<readonly EvidenceRecord[]> => sql`(
  with named as (
    select ${deliverableProofs.uploadId} as upload_id, null::int as seq from ${deliverables}
    join ${deliverableProofs} on ${deliverableProofs.deliverableId} = ${deliverables.id}
    where ${deliverables.assignmentId} = ${assignmentId}
    union all
    select file.id::uuid, submitted.seq
    from (select ${assignmentEvents.seq} as seq, ${assignmentEvents.data} as data from ${submissionsOf(assignmentId)}) submitted
    cross join lateral jsonb_array_elements(submitted.data->'results') as result
    cross join lateral jsonb_array_elements_text(result->'uploadIds') as file(id)
    union all
    select ${privateUploads.id}, null from ${privateUploads}
    where ${privateUploads.assignmentId} = ${assignmentId} and ${privateUploads.statementSeq} is not null
  ), files as (
    select upload_id, coalesce(json_agg(seq order by seq) filter (where seq is not null), '[]') as submissions from named group by upload_id
  )
  select coalesce(json_agg(${evidenceJson}
    order by ${deliverables.position}, ${privateUploads.statementSeq}, ${deliverableProofs.position}, ${privateUploads.createdAt}, ${privateUploads.id}), '[]')
  from files
  join ${privateUploads} on ${privateUploads.id} = files.upload_id and ${privateUploads.status} = 'VERIFIED'
  left join ${deliverables} on ${deliverables.id} = ${privateUploads.deliverableId}
  left join ${deliverableProofs} on ${deliverableProofs.uploadId} = ${privateUploads.id})`;
