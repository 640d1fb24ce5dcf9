import { eq } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array, type Db } from '../client.ts';
import { json, jsonList, maybe, select, type TypeOf } from '../query.ts';
import { privateUploads } from '../tables/uploads.ts';
import type { StoredCopy } from './checks.ts';

const { id, ownerId, size, sha256, status, storedSize, storedSha256, virusCheck } = privateUploads;

/**
 * The copy that is served, in bytes and hexadecimal; null before VERIFIED. Images lose their EXIF data. Where the columns are null,
 * the file was verified before copies were edited and scanned: the copy is the announced file.
 */
const servedFields = {
  storedSize: sql<number | null>`case when ${status} = 'VERIFIED' then coalesce(${storedSize}, ${size}) end`,
  storedSha256: sql<string | null>`
    case when ${status} = 'VERIFIED' then encode(coalesce(${storedSha256}, ${sha256}), 'hex') end`,
  virusCheck: sql<typeof virusCheck._.data | null>`
    case when ${status} = 'VERIFIED' then coalesce(${virusCheck}, 'NOT_MADE') end`,
};

/** The copy of a verified file. It is the announced file if the columns are null. */
export const storedCopyJson = sql<StoredCopy>`json_build_object('storedKey', ${privateUploads.storedKey},
  'storedSize', coalesce(${storedSize}, ${size}), 'storedSha256', encode(coalesce(${storedSha256}, ${sha256}), 'hex'))`;

/** A private file. Hashes are hexadecimal, sizes are in bytes; expiresAt is the expiry of the last signed URL. */
const uploadFields = {
  id,
  fileName: privateUploads.fileName,
  contentType: privateUploads.contentType,
  size,
  sha256: sql<string>`encode(${sha256}, 'hex')`,
  status,
  incomingKey: privateUploads.incomingKey,
  storedKey: privateUploads.storedKey,
  ...servedFields,
  ownerId,
  /** The deliverable that a proof is for; null for a file of a statement. */
  deliverableId: privateUploads.deliverableId,
  /** The seq of the event of the statement that has the file. */
  statementSeq: privateUploads.statementSeq,
  expiresAt: privateUploads.expiresAt,
};

export const uploadJson = json(uploadFields);

export type UploadRecord = TypeOf<typeof uploadJson>;

const leasableJson = json({ ...uploadFields, checkLeasedUntil: privateUploads.checkLeasedUntil });

/** A private file, and the end of the lease of its check; null without a lease. */
export type LeasableUpload = TypeOf<typeof leasableJson>;

/** A private file that proves a deliverable, as JSON. The status that readers see depends on the time. */
export const proofJson = json({
  uploadId: id,
  fileName: privateUploads.fileName,
  status,
  expiresAt: privateUploads.expiresAt,
  ...servedFields,
});

export type ProofRecord = TypeOf<typeof proofJson>;

/**
 * The channel of a piece of evidence, the assignment of a proof, the session of a recording, the campaign's post of a screenshot, or the
 * creator of a picture.
 */
export type UploadPlace =
  | { readonly channelId: number }
  | { readonly assignmentId: number }
  | { readonly statsSessionId: number }
  | { readonly campaignPostId: number }
  | { readonly portfolioCreatorId: number };

function isOf(place: UploadPlace): SQL {
  if ('channelId' in place) return eq(privateUploads.channelId, place.channelId);
  if ('assignmentId' in place) return eq(privateUploads.assignmentId, place.assignmentId);
  if ('portfolioCreatorId' in place) return eq(privateUploads.portfolioCreatorId, place.portfolioCreatorId);
  return 'statsSessionId' in place
    ? eq(privateUploads.statsSessionId, place.statsSessionId)
    : eq(privateUploads.campaignPostId, place.campaignPostId);
}

/** The file with this id in this place and, if one is named, of this owner, or null: a field of the facts. */
export const uploadOf = (place: UploadPlace, uploadId: string, owner?: number): SQL<LeasableUpload | null> =>
  sql`(select ${leasableJson} from ${privateUploads} where ${id} = ${uploadId} and ${isOf(place)}
    ${owner === undefined ? sql`` : sql`and ${ownerId} = ${owner}`})`;

/** Those of the files with these ids that are in this place and of this owner, in no order: a field of the facts. */
export const uploadsOf = (
  place: UploadPlace,
  uploadIds: readonly string[],
  owner: number,
): SQL<readonly UploadRecord[]> =>
  jsonList(
    uploadJson,
    sql`from ${privateUploads}
      where ${id} = any (${array(uploadIds)}::uuid[]) and ${ownerId} = ${owner} and ${isOf(place)}`,
  );

/** Those of these files that are for the deliverable, in the given order: a field of the facts. */
export const uploadsOfDeliverable = (
  deliverableId: number,
  uploadIds: readonly string[],
): SQL<readonly ProofRecord[]> =>
  jsonList(
    proofJson,
    sql`from unnest(${array(uploadIds)}::uuid[]) with ordinality as wanted(id, n)
      join ${privateUploads} on ${id} = wanted.id and ${privateUploads.deliverableId} = ${deliverableId}`,
    sql`wanted.n`,
  );

/** A file of this owner in any place, or null. The replay of its creation reads it. */
export async function readUpload(db: Db, owner: number, uploadId: string): Promise<UploadRecord | null> {
  const found = await maybe(
    db,
    select({ upload: uploadJson }, sql`from ${privateUploads} where ${id} = ${uploadId} and ${ownerId} = ${owner}`),
  );
  return found?.upload ?? null;
}
