import type { UploadStatus, VirusCheck } from './uploads.ts';

/** A private file that proves a deliverable. */
export interface ProofRecord {
  readonly uploadId: string;
  /** As it is stored; the status that readers see depends on the time. */
  readonly status: UploadStatus;
  /** The expiry of the last URL that was signed for it. */
  readonly expiresAt: string;
  readonly storedSize: number | null;
  readonly storedSha256: string | null;
  readonly virusCheck: VirusCheck | null;
}
