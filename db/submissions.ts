import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { jsonb } from './client.ts';
import { uploadJson } from './uploads.ts';

/** What was handed in is in the history, which nobody changes; `e` is the event of a submission. */
const submissionsOf = (assignmentId: number): SQL =>
  sql`assignment_events e where e.assignment_id = ${assignmentId} and e.kind = 'assignment.submitted'`;

/** Some submission handed this file in: a column of the facts. */
export const wasHandedIn = (assignmentId: number, uploadId: string): SQL =>
  sql`exists (select from ${submissionsOf(assignmentId)} and e.data @> ${jsonb({ results: [{ uploadIds: [uploadId] }] })})`;

/** The verified files that results are proven with or were handed in with, in the shape of EvidenceRecord: a column of the facts. */
export const evidenceOf = (assignmentId: number): SQL => sql`(
  with named as (
    select p.upload_id, null::int as seq from deliverables d join deliverable_proofs p on p.deliverable_id = d.id
    where d.assignment_id = ${assignmentId}
    union all
    select file.id::uuid, handed.seq from (select e.seq, e.data from ${submissionsOf(assignmentId)}) handed
    cross join lateral jsonb_array_elements(handed.data->'results') as result
    cross join lateral jsonb_array_elements_text(result->'uploadIds') as file(id)
  ), files as (
    select upload_id, coalesce(json_agg(seq order by seq) filter (where seq is not null), '[]') as submissions from named group by upload_id
  )
  select coalesce(json_agg(json_build_object('file', ${uploadJson}, 'deliverableId', d.id, 'submissions', files.submissions)
    order by d.position, p.position, u.created_at, u.id), '[]')
  from files join private_uploads u on u.id = files.upload_id and u.status = 'VERIFIED'
  join deliverables d on d.id = u.deliverable_id
  left join deliverable_proofs p on p.upload_id = u.id)`;
