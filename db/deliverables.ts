import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { AssignmentRecord, DeliverableRecord } from '../schema/assignment-records.ts';
import { lockAssignment } from './assignments.ts';
import { jsonb } from './client.ts';
import { limitCode } from './failures.ts';

/** What is handed in is what was read. */
export const sameDeliverables = ({ id, deliverables }: Pick<AssignmentRecord, 'id' | 'deliverables'>): SQL =>
  sql`select guard(not exists (
        select from deliverables d left join jsonb_to_recordset(${jsonb(deliverables.map(({ id, version }) => ({ id, version })))})
          as seen(id bigint, version int) on seen.id = d.id
        where d.assignment_id = ${id} and seen.version is distinct from d.version), 'VERSION_CONFLICT')`;

// The states from which the life table of assignments leads on by `submit`.
const isAtWork = sql`status in ('ACCEPTED', 'CHANGES_REQUESTED')`;

/** The assignment takes files as proof: a condition. */
export const isTakingProofs = (assignmentId: number): SQL =>
  sql`exists (select from placement_assignments where id = ${assignmentId} and ${isAtWork})`;

/** It still does, and is held: its history goes on under this lock alone. */
export const takesProofs = (assignmentId: number): SQL =>
  sql`with held as (select 1 from placement_assignments where id = ${assignmentId} and ${isAtWork} for no key update)
      select guard((select count(*) from held) = 1, 'VERSION_CONFLICT')`;

/** Guards the limit files_of_assignment: room for one more file, open or verified. The caller holds the lock of takesProofs. */
export const hasRoom = (assignmentId: number, { most, openSince }: { most: number; openSince: Date }): SQL =>
  sql`select guard((select count(*) from private_uploads where assignment_id = ${assignmentId}
        and (status = 'VERIFIED' or (status = 'PENDING' and expires_at > ${openSince}))) < ${most},
        ${limitCode('files_of_assignment')})`;

/** The result is delivered so, if it and its assignment are still as they were read, and no other result has become the same post. */
export const changeDeliverable = (
  assignment: AssignmentRecord,
  before: DeliverableRecord,
  after: DeliverableRecord,
  at: Date,
): SQL[] => [
  lockAssignment(assignment),
  // The version of the assignment says nothing of its results: only under its lock is it known what they name.
  sql`select guard(not exists (select from deliverables where assignment_id = ${assignment.id} and id <> ${before.id}
        and content_id = ${after.contentId}), 'VERSION_CONFLICT')`,
  sql`with changed as (
        update deliverables set version = ${after.version}, url = ${after.url}, content_id = ${after.contentId},
          published_revision = ${after.publishedRevision}, published_at = ${after.publishedAt}, note = ${after.note}, updated_at = ${at}
        where id = ${before.id} and version = ${before.version} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
  sql`delete from proven_posts where deliverable_id = ${before.id}`,
  ...(after.contentId === null || assignment.channel === null
    ? []
    : [
        sql`insert into proven_posts (platform, content_id, deliverable_id)
            values (${assignment.channel.platform}, ${after.contentId}, ${before.id})`,
      ]),
  sql`delete from deliverable_proofs where deliverable_id = ${before.id}`,
  sql`insert into deliverable_proofs (deliverable_id, position, upload_id)
      select ${before.id}::bigint, p.n, (p.proof->>'uploadId')::uuid
      from jsonb_array_elements(${jsonb(after.proofs)}) with ordinality as p(proof, n)`,
];

/** What the results of refunded work named proves nothing, and may prove another result. */
export const releasePosts = (assignmentId: number): SQL =>
  sql`delete from proven_posts where deliverable_id in (select id from deliverables where assignment_id = ${assignmentId})`;
