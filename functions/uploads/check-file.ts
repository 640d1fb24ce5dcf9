import type { UploadRecord } from '../../db/uploads/records.ts';
import { readChunks } from '../platform/read-chunks.ts';
import { layoutOf } from './formats.ts';
import { isShowable } from './rules.ts';
import { type Edit, walkThrough } from './walk.ts';

/** Parts of a valid file that are removed before it is served. */
export interface CheckedFile {
  readonly edits: readonly Edit[];
}

/**
 * Checks that the bytes are the announced file: length, SHA-256, type by magic bytes, complete to the end of its format with nothing after
 * it, and for images a size that can be shown. Null when they are not.
 */
export async function checkFile(
  bytes: ReadableStream<Uint8Array>,
  { size, sha256, contentType }: Pick<UploadRecord, 'size' | 'sha256' | 'contentType'>,
): Promise<CheckedFile | null> {
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
    if (walk.isRefused() || read > size) return null;
  }
  const isAsAnnounced = read === size && hash.digest('hex') === sha256 && walk.isWhole();
  if (!isAsAnnounced || !isShowable(walk.findings.picture) || (await typeOf(head)) !== contentType) return null;
  return { edits: walk.findings.edits };
}

// The bytes that file-type needs when it gets only the beginning of a file.
const headBytes = 4_100;

async function typeOf(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  // An animated PNG is announced as a PNG.
  return mime === 'image/apng' ? 'image/png' : mime;
}
