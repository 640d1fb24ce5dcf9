import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isStory } from '../../schema/metrics/stories.ts';
import { jsonb } from '../client.ts';
import { limitCode } from '../failures.ts';
import { trackStory } from '../metrics/tracked-posts.ts';
import { build, changesOne, guard, insertSelect } from '../query.ts';
import { storedChange } from '../stored.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { deliverables, provenPosts } from '../tables/deliverables.ts';
import { deliverableProofs, privateUploads } from '../tables/uploads.ts';
import { type AssignmentRecord, lockAssignment } from './assignments.ts';
import type { DeliverableRecord } from './deliverables.ts';
import { takeOwnPost } from './proven-posts.ts';

/** Refuses the commit unless the deliverables are those that were read. */
export const sameDeliverables = ({
  id,
  deliverables: read,
}: Pick<AssignmentRecord, 'id' | 'deliverables'>): SQLWrapper =>
  sameStored({ assignmentId: id, versions: JSON.stringify(read.map(({ id, version }) => ({ id, version }))) });

const sameStored = storedChange<{ assignmentId: number; versions: string }>(
  'same_deliverables',
  ['assignmentId', 'versions'],
  ({ assignmentId, versions }) =>
    guard(
      sql`not exists (
        select from ${deliverables}
        left join jsonb_to_recordset(${versions}::jsonb) as seen(id bigint, version int) on seen.id = ${deliverables.id}
        where ${deliverables.assignmentId} = ${assignmentId} and seen.version is distinct from ${deliverables.version})`,
      'VERSION_CONFLICT',
    ),
);

/** The purpose of a file of an assignment. */
export type FilePurpose = 'RESULT' | 'STATEMENT';

/** A condition: the status of the assignment allows the action that lists the file, `submit` or `statements`. */
const taking = (assignmentId: number, purpose: FilePurpose): SQL => sql`${placementAssignments}
  where ${placementAssignments.id} = ${assignmentId} and ${placementAssignments.status} in (${
    purpose === 'RESULT' ? sql`'ACCEPTED', 'CHANGES_REQUESTED'` : sql`'DISPUTED'`
  })`;

/** A condition: the assignment takes files for this purpose. */
export const isTakingFiles = (assignmentId: number, purpose: FilePurpose): SQL =>
  sql`exists (select from ${taking(assignmentId, purpose)})`;

/** Refuses the commit unless the assignment takes files for this purpose, and locks it, because its history changes under this lock alone. */
export const takesFiles = (assignmentId: number, purpose: FilePurpose): SQL =>
  sql`with held as (select 1 from ${taking(assignmentId, purpose)} for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`;

interface FileLimit {
  readonly purpose: FilePurpose;
  readonly owner: number;
  readonly max: number;
  readonly openSince: Date;
}

/** The limit `files_of_assignment` refuses one more file of the owner when `max` are open or verified. The caller holds the lock of takesFiles. */
export const hasRoom = (assignmentId: number, { purpose, owner, max, openSince }: FileLimit): SQL =>
  guard(
    sql`(select count(*) from ${privateUploads} where ${privateUploads.assignmentId} = ${assignmentId}
      and ${privateUploads.ownerId} = ${owner} and (${privateUploads.deliverableId} is null) = ${purpose === 'STATEMENT'}
      and (${privateUploads.status} = 'VERIFIED'
        or (${privateUploads.status} = 'PENDING' and ${privateUploads.expiresAt} > ${openSince}))) < ${max}`,
    limitCode('files_of_assignment'),
  );

/** Changes a deliverable if it and its assignment are unchanged since they were read. Refuses a post that another deliverable names. */
export const changeDeliverable = (
  assignment: AssignmentRecord,
  before: DeliverableRecord,
  after: DeliverableRecord,
  at: Date,
): SQLWrapper[] => [
  lockAssignment(assignment),
  // The assignment is locked first, because its version does not cover its deliverables and only the lock shows which posts they name.
  guard(
    sql`not exists (select from ${deliverables} where ${deliverables.assignmentId} = ${assignment.id}
      and ${deliverables.id} <> ${before.id} and ${deliverables.contentId} = ${after.contentId})`,
    'VERSION_CONFLICT',
  ),
  changesOne(
    build
      .update(deliverables)
      .set({
        version: after.version,
        url: after.url,
        contentId: after.contentId,
        publishedRevision: after.publishedRevision,
        publishedAt: after.publishedAt === null ? null : new Date(after.publishedAt),
        note: after.note,
        updatedAt: at,
      })
      .where(and(eq(deliverables.id, before.id), eq(deliverables.version, before.version))),
  ),
  ...(assignment.channel !== null && after.contentId !== null && isStory(assignment.channel.platform, after.contentId)
    ? [trackStory({ id: before.id, assignmentId: assignment.id }, at)]
    : []),
  build.delete(provenPosts).where(eq(provenPosts.deliverableId, before.id)),
  ...(after.contentId === null || assignment.channel === null
    ? []
    : [
        takeOwnPost({ platform: assignment.channel.platform, contentId: after.contentId }, assignment.creatorId),
        build
          .insert(provenPosts)
          .values({ platform: assignment.channel.platform, contentId: after.contentId, deliverableId: before.id }),
      ]),
  build.delete(deliverableProofs).where(eq(deliverableProofs.deliverableId, before.id)),
  insertSelect(
    deliverableProofs,
    {
      deliverableId: sql`${before.id}::bigint`,
      position: sql`p.n`,
      uploadId: sql`(p.proof->>'uploadId')::uuid`,
    },
    sql`from jsonb_array_elements(${jsonb(after.proofs)}) with ordinality as p(proof, n)`,
  ),
];
