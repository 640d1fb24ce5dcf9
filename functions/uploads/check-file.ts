import type { UploadRecord } from '../../db/uploads/records.ts';
import { readChunks } from '../platform/read-chunks.ts';
import { layoutOf } from './formats.ts';
import { isShowable } from './rules.ts';
import { type Edit, walkThrough } from './walk.ts';

/** What a file that is as announced must not be served with. */
export interface CheckedFile {
  readonly edits: readonly Edit[];
}

/**
 * Whether these bytes are the announced file: length, SHA-256, type by its first bytes, whole to its format's end and nothing after
 * that, and a picture that can be shown. Null where they are not.
 */
export async function checkFile(
  bytes: ReadableStream<Uint8Array>,
  { size, sha256, contentType }: Pick<UploadRecord, 'size' | 'sha256' | 'contentType'>,
): Promise<CheckedFile | null> {
  // Evaluating it takes long, and only files need it.
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
  if (!isAsAnnounced || !isShowable(walk.noted.picture) || (await typeOf(head)) !== contentType) return null;
  return { edits: walk.noted.edits };
}

// What file-type looks at of a file whose beginning is all it gets.
const headBytes = 4_100;

async function typeOf(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  // An animated PNG is a PNG to whoever does not know better.
  return mime === 'image/apng' ? 'image/png' : mime;
}
