import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { UploadRecord, UploadTarget, VirusCheck } from '../schema/uploads.ts';
import { array, type Db } from './client.ts';
import { limitCode } from './failures.ts';

// Null is a copy that was verified before copies were edited and scanned: it is what was announced.
const servedJson = sql`'storedSize', case when u.status = 'VERIFIED' then coalesce(u.stored_size, u.size) end,
  'storedSha256', case when u.status = 'VERIFIED' then encode(coalesce(u.stored_sha256, u.sha256), 'hex') end,
  'virusCheck', case when u.status = 'VERIFIED' then coalesce(u.virus_check, 'NOT_MADE') end`;

/** A private file as json in the shape of UploadRecord; `u` is its row. */
export const uploadJson = sql`json_build_object('id', u.id, 'fileName', u.file_name, 'contentType', u.content_type, 'size', u.size,
  'sha256', encode(u.sha256, 'hex'), 'status', u.status, 'incomingKey', u.incoming_key, 'storedKey', u.stored_key,
  ${servedJson}, 'deliverableId', u.deliverable_id, 'expiresAt', iso(u.expires_at))`;

/** Where a file belongs, whichever deliverable it is for. */
export type UploadPlace = { readonly channelId: number } | { readonly assignmentId: number };

/** The file with this id, of this place and, where one is named, of this owner, or null: a column of the facts. */
export const uploadOf = (place: UploadPlace, uploadId: string, ownerId?: number): SQL =>
  sql`(select ${uploadJson} from private_uploads u where u.id = ${uploadId} and ${isOf(place)}
       ${ownerId === undefined ? sql`` : sql`and u.owner_id = ${ownerId}`})`;

/** The files among these ids that are of this place and owner, as json in no order: a column of the facts. */
export const uploadsOf = (place: UploadPlace, uploadIds: readonly string[], ownerId: number): SQL =>
  sql`(select coalesce(json_agg(${uploadJson}), '[]') from private_uploads u
       where u.id = any (${array(uploadIds)}::uuid[]) and u.owner_id = ${ownerId} and ${isOf(place)})`;

/** A private file that proves a result, as json in the shape of ProofRecord; `u` is its row. */
export const proofJson = sql`json_build_object('uploadId', u.id, 'status', u.status, 'expiresAt', iso(u.expires_at), ${servedJson})`;

/** The files of this deliverable among these, in their order, as json in the shape of ProofRecord: a column of the facts. */
export const uploadsOfDeliverable = (deliverableId: number, uploadIds: readonly string[]): SQL => sql`(
  select coalesce(json_agg(${proofJson} order by wanted.n), '[]')
  from unnest(${array(uploadIds)}::uuid[]) with ordinality as wanted(id, n)
  join private_uploads u on u.id = wanted.id and u.deliverable_id = ${deliverableId})`;

const isOf = (place: UploadPlace): SQL =>
  'channelId' in place ? sql`u.channel_id = ${place.channelId}` : sql`u.assignment_id = ${place.assignmentId}`;

/** Of an upload that this owner made, wherever it belongs: for the replay of its creation. */
export async function readUpload(db: Db, ownerId: number, uploadId: string): Promise<UploadRecord | null> {
  const [found] = await db.rows<{ upload: UploadRecord }>(
    sql`select ${uploadJson} as upload from private_uploads u where u.id = ${uploadId} and u.owner_id = ${ownerId}`,
  );
  return found?.upload ?? null;
}

export interface NewUpload extends UploadRecord {
  readonly ownerId: number;
  readonly target: UploadTarget;
}

/**
 * Inserts one more open file of its owner, or reaches the limit open_uploads. The lock makes concurrent uploads count one another: the
 * next statement sees what the others have committed.
 */
export const insertUpload = (upload: NewUpload, quota: { most: number; openSince: Date }, at: Date): SQL[] => [
  sql`select pg_advisory_xact_lock(hashtextextended('private_uploads', ${upload.ownerId}))`,
  sql`select guard((select count(*) from private_uploads where owner_id = ${upload.ownerId} and status = 'PENDING'
        and expires_at > ${quota.openSince}) < ${quota.most}, ${limitCode('open_uploads')})`,
  sql`insert into private_uploads (id, owner_id, channel_id, assignment_id, deliverable_id, file_name, content_type, size, sha256,
        incoming_key, expires_at, created_at, updated_at)
      values (${upload.id}, ${upload.ownerId}, ${'channelId' in upload.target ? upload.target.channelId : null},
        ${'assignmentId' in upload.target ? upload.target.assignmentId : null},
        ${upload.deliverableId}, ${upload.fileName}, ${upload.contentType},
        ${upload.size}, decode(${upload.sha256}, 'hex'), ${upload.incomingKey}, ${upload.expiresAt}, ${at}, ${at})`,
];

/** Its URL is signed anew: the expiry never moves back. False when it, or its target, waits for no file any more. */
export async function renewUpload(
  db: Db,
  uploadId: string,
  { expiresAt, at, isAwaited }: { expiresAt: Date; at: Date; isAwaited: SQL },
): Promise<boolean> {
  const renewed = await db.rows(
    sql`update private_uploads set expires_at = greatest(expires_at, ${expiresAt}::timestamptz), updated_at = ${at}
        where id = ${uploadId} and status = 'PENDING' and ${isAwaited} returning 1`,
  );
  return renewed.length === 1;
}

/** Nobody else checks the file before `until`. False when somebody does, or when it has been decided about. */
export async function leaseCheck(db: Db, uploadId: string, at: Date, until: Date): Promise<boolean> {
  const leased = await db.rows(
    sql`update private_uploads set checking_until = ${until}
        where id = ${uploadId} and status = 'PENDING' and (checking_until is null or checking_until <= ${at}) returning 1`,
  );
  return leased.length === 1;
}

/** The lease until then, and no later one, has ended. */
export async function endLease(db: Db, uploadId: string, until: Date): Promise<void> {
  await db.rows(
    sql`update private_uploads set checking_until = null where id = ${uploadId} and checking_until = ${until}`,
  );
}

/** The file that counts, in bytes and hexadecimal. */
export interface StoredCopy {
  readonly storedKey: string;
  readonly storedSize: number;
  readonly storedSha256: string;
}

export interface ServedCopy extends StoredCopy {
  readonly virusCheck: VirusCheck;
}

/** The file is proof, and this copy of it counts; unless it has been decided already. */
export const markVerified = (uploadId: string, served: ServedCopy, at: Date): SQL =>
  decided(sql`update private_uploads set status = 'VERIFIED', stored_key = ${served.storedKey}, stored_size = ${served.storedSize},
                stored_sha256 = decode(${served.storedSha256}, 'hex'), virus_check = ${served.virusCheck}, checking_until = null,
                -- Evidence is needed once it is attached.
                unneeded_since = case when channel_id is null then null else ${at}::timestamptz end, updated_at = ${at}
              where id = ${uploadId} and status = 'PENDING' returning 1`);

export const markRejected = (uploadId: string, at: Date): SQL =>
  decided(sql`update private_uploads set status = 'REJECTED', checking_until = null, updated_at = ${at}
              where id = ${uploadId} and status = 'PENDING' returning 1`);

const decided = (update: SQL): SQL =>
  sql`with changed as (${update}) select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** PENDING uploads of which no URL is good since then are EXPIRED, `most` of them; gives how many. */
export async function expireUploads(db: Db, before: Date, at: Date, most: number): Promise<number> {
  const expired = await db.rows(
    sql`update private_uploads set status = 'EXPIRED', updated_at = ${at} where id = any (array(
          select id from private_uploads where swept_at is null and status = 'PENDING' and expires_at < ${before}
          order by expires_at limit ${most} for update skip locked)) returning 1`,
  );
  return expired.length;
}

/**
 * The verified files of a channel say since when they are no evidence, or that they are: in each commit that may have changed it,
 * after the change. A claim that was rejected, or whose channel is removed, needs none.
 */
export const noteNeed = (channelId: number, at: Date): SQL =>
  sql`update private_uploads u set unneeded_since = case when found.is_needed then null else ${at}::timestamptz end, updated_at = ${at}
      from (select f.id, exists (
              select from ownership_evidence oe join channels ch on ch.id = oe.channel_id
              where oe.upload_id = f.id and ch.status <> 'REMOVED' and ch.ownership <> 'REJECTED') as is_needed
            from private_uploads f where f.channel_id = ${channelId} and f.status = 'VERIFIED') found
      where u.id = found.id and u.status = 'VERIFIED' and (u.unneeded_since is null) <> found.is_needed`;

/** These files are VERIFIED, and stay so until the commit: nothing ends them meanwhile. */
export const stayVerified = (uploadIds: readonly string[]): SQL =>
  sql`with held as (select 1 from private_uploads where id = any (${array(uploadIds)}::uuid[]) and status = 'VERIFIED' for share)
      select guard((select count(*) from held) = ${uploadIds.length}, 'VERSION_CONFLICT')`;

/** Evidence that was needed last before this is EXPIRED and attached to nothing, `most` of it; gives how many. */
export async function expireUnneeded(db: Db, before: Date, at: Date, most: number): Promise<number> {
  const expired = await db.rows(sql`
    with unneeded as (
      select id from private_uploads where status = 'VERIFIED' and unneeded_since < ${before}
      order by unneeded_since limit ${most} for update skip locked),
    expired as (
      update private_uploads u set status = 'EXPIRED', stored_key = null, swept_at = null, updated_at = ${at}
      from unneeded where u.id = unneeded.id returning u.id),
    detached as (delete from ownership_evidence where upload_id in (select id from expired))
    select id from expired`);
  return expired.length;
}

export interface Swept {
  readonly id: string;
  readonly incomingKey: string;
  readonly storedKey: string | null;
}

/** Decided uploads whose every URL has expired and whose incoming object may still be there. */
export const unsweptUploads = (db: Db, before: Date, most: number): Promise<Swept[]> =>
  db.rows<Swept>(
    sql`select id, incoming_key as "incomingKey", stored_key as "storedKey" from private_uploads
        where swept_at is null and status <> 'PENDING' and expires_at < ${before} order by expires_at limit ${most}`,
  );

export async function markSwept(db: Db, uploadIds: readonly string[], at: Date): Promise<void> {
  await db.rows(
    sql`update private_uploads set swept_at = ${at} where id = any (${array(uploadIds)}::uuid[]) and swept_at is null`,
  );
}
