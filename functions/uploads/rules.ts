import { invalidState, Refusal } from '../../schema/shared/errors.ts';
import {
  type NewFile,
  type UploadStatus,
  type UploadType,
  uploadLimits,
  uploadTypes,
} from '../../schema/uploads/uploads.ts';

/** Where a private file may come to: a move that is not written here does not exist. Its uploader completes it; it expires, and is forgotten, by time. */
export const life: Readonly<Record<UploadStatus, Readonly<Partial<Record<UploadMove, readonly UploadStatus[]>>>>> = {
  PENDING: { complete: ['VERIFIED', 'REJECTED'], expire: ['EXPIRED'] },
  // Once more is answered with what stands.
  VERIFIED: { complete: ['VERIFIED'], forget: ['EXPIRED'] },
  REJECTED: {},
  EXPIRED: {},
};
export type UploadAction = 'complete';
export type UploadMove = UploadAction | 'expire' | 'forget';

const actions: readonly UploadAction[] = ['complete'];

// A large file over a slow line arrives long after its URL has expired: the store looks at the clock when a PUT begins.
const lateMs = 3_600_000;

/** Uploads that were given their last URL before this and are not complete have expired; nothing more can arrive for them. */
export const lateSince = (now: Date): Date => new Date(now.getTime() - lateMs);

/** Evidence that stopped being needed before this is gone. */
export const unneededSince = (now: Date): Date =>
  new Date(now.getTime() - uploadLimits.unneededEvidenceDays * 86_400_000);

interface Stored {
  readonly status: UploadStatus;
  readonly expiresAt: string;
}

/** One that was never completed reads EXPIRED before the daily sweep has stored it. */
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

/** Only files of these types and sizes are announced. */
export function refuseFile({ contentType, size }: NewFile, allowsPdf: boolean): void {
  if (!isUploadType(contentType) || (contentType === 'application/pdf' && !allowsPdf))
    throw new Refusal('INVALID_PROOF', 'Files of this type are not taken here.');
  const max = uploadTypes[contentType];
  if (size < 1 || size > max)
    throw new Refusal('INVALID_PROOF', `Such a file has 1 to ${max} bytes; this one has ${size}.`);
}

/** What is drawn may be a thousand times larger than what is sent: whoever opens it must be able to hold it. */
export const isShowable = (picture: { readonly width: number; readonly height: number } | null): boolean =>
  picture === null || picture.width * picture.height <= uploadLimits.imagePixels;

const isUploadType = (type: string): type is UploadType => Object.hasOwn(uploadTypes, type);
