import { invalidState, Refusal } from '../../schema/shared/errors.ts';
import { allTypes, announcedType, heicText, isHeic, listOf, typeNames } from '../../schema/uploads/file-types.ts';
import {
  type FileKind,
  kindsOf,
  type NewFile,
  type UploadStatus,
  type UploadType,
  uploadLimits,
  uploadTypes,
} from '../../schema/uploads/uploads.ts';

/**
 * The transitions of a private file: one that is not listed does not exist. Its uploader completes it; time makes it expire and be deleted.
 */
export const life: Readonly<Record<UploadStatus, Readonly<Partial<Record<UploadMove, readonly UploadStatus[]>>>>> = {
  PENDING: { complete: ['VERIFIED', 'REJECTED'], expire: ['EXPIRED'] },
  // A repeated completion returns the stored result.
  VERIFIED: { complete: ['VERIFIED'], forget: ['EXPIRED'] },
  REJECTED: {},
  EXPIRED: {},
};
export type UploadAction = 'complete';
export type UploadMove = UploadAction | 'expire' | 'forget';

const actions: readonly UploadAction[] = ['complete'];

// A large upload over a slow line may finish long after its URL has expired: the store checks the expiry when a PUT begins.
const lateMs = 3_600_000;

/** Incomplete uploads whose last URL expired before this time are EXPIRED: no more data can arrive. */
export const lateSince = (now: Date): Date => new Date(now.getTime() - lateMs);

/** Evidence that has not been needed since before this time is deleted. */
export const unneededSince = (now: Date): Date =>
  new Date(now.getTime() - uploadLimits.unneededEvidenceDays * 86_400_000);

interface Stored {
  readonly status: UploadStatus;
  readonly expiresAt: string;
}

/** An incomplete upload reads as EXPIRED before the daily sweep stores that. */
export const statusOf = ({ status, expiresAt }: Stored, now: Date): UploadStatus =>
  status === 'PENDING' && new Date(expiresAt) <= lateSince(now) ? 'EXPIRED' : status;

export function refuseUnless(action: UploadAction, upload: Stored, now: Date): void {
  const status = statusOf(upload, now);
  if (life[status][action] !== undefined) return;
  throw invalidState(
    status,
    actions.filter((other) => life[status][other] !== undefined),
  );
}

/** The type of an announced file. Refuses types and sizes that are not allowed. `maxBytes`: less than the type allows. */
export function typeOfAnnounced(
  file: Omit<NewFile, 'sha256'>,
  kinds: readonly FileKind[],
  maxBytes = Number.POSITIVE_INFINITY,
): UploadType {
  const isAllowed = (type: UploadType) => kindsOf(type).some((kind) => kinds.includes(kind));
  const type = announcedType(file);
  if (type === null || !isAllowed(type))
    throw new Refusal('INVALID_PROOF', isHeic(file) ? heicText : notAllowed(allTypes().filter(isAllowed)));
  const { size } = file;
  const max = Math.min(uploadTypes[type], maxBytes);
  if (size < 1 || size > max)
    throw new Refusal('INVALID_PROOF', `A file of this type must have 1 to ${max} bytes. This file has ${size}.`);
  return type;
}

const notAllowed = (types: readonly UploadType[]): string =>
  `This file type is not allowed here. Export the file as ${listOf(types.map((type) => typeNames[type]))}, and upload that.`;

/** A decoded image may be a thousand times larger than its file, so its size is bounded by the memory of readers. */
export const isShowable = (picture: { readonly width: number; readonly height: number } | null): boolean =>
  picture === null || picture.width * picture.height <= uploadLimits.imagePixels;
