import type { UploadRecord } from '../../db/uploads/records.ts';
import type { UploadType } from '../../schema/uploads/uploads.ts';
import { readChunks } from '../platform/read-chunks.ts';
import { type Fault, faultText } from './fault-text.ts';
import { isOneFamily, layoutOf } from './formats.ts';
import type { RejectedFile } from './rejected-file.ts';
import { isShowable } from './rules.ts';
import { headBytes, typeIn } from './type-in.ts';
import { type Edit, type Walk, walkThrough } from './walk.ts';

/** A valid file. */
export interface CheckedFile {
  /** The parts that are removed before it is served. */
  readonly edits: readonly Edit[];
  /** The type of its container, which is of the family of the announced one. */
  readonly contentType: UploadType;
}

type Announced = Pick<UploadRecord, 'size' | 'sha256' | 'contentType'>;

/**
 * Checks that the bytes are the announced file: length, SHA-256, family by magic bytes, complete to the end of its format, and for images a
 * size that can be shown.
 */
export async function checkFile(
  bytes: ReadableStream<Uint8Array>,
  announced: Announced,
): Promise<CheckedFile | RejectedFile> {
  const { size, sha256, contentType } = announced;
  // Imported here, because evaluating it takes long and only files need it.
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  const head = new Uint8Array(Math.min(size, headBytes));
  const walk = walkThrough(layoutOf(contentType), size);
  let read = 0;
  for await (const chunk of readChunks(bytes)) {
    if (read < head.length) head.set(chunk.subarray(0, head.length - read), read);
    hash.update(chunk);
    walk.push(chunk);
    read += chunk.length;
    // The rest need not be read: no honest file is like that.
    if (walk.fault() === 'TOO_COMPLEX' || read > size) break;
  }
  const isAnnounced = walk.fault() === 'TOO_COMPLEX' || (read === size && hash.digest('hex') === sha256);
  const verdict = isAnnounced ? verdictOf(head, announced, walk) : 'OTHER_BYTES';
  if (typeof verdict === 'object') return { edits: walk.findings.edits, contentType: verdict.type };
  return { reason: await faultText(verdict, { head, contentType, picture: walk.findings.picture }) };
}

/** The type of a valid file, or its fault. */
function verdictOf(
  head: Uint8Array,
  { contentType }: Pick<Announced, 'contentType'>,
  walk: Walk,
): Fault | { readonly type: UploadType } {
  const type = typeIn(head);
  if (type === null || !isOneFamily(type, contentType)) return 'OTHER_TYPE';
  const fault = walk.end();
  if (fault !== null) return fault;
  return isShowable(walk.findings.picture) ? { type } : 'TOO_LARGE';
}
