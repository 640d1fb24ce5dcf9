import type { UploadRecord } from '../../schema/uploads.ts';
import { cutOff } from '../platform/object-store.ts';
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
  const reader = bytes.getReader({ mode: 'byob' });
  let buffer = new ArrayBuffer(bufferBytes);
  let read = 0;
  // One buffer for the whole file: chunks of their own would heap up faster than they are collected.
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer)).catch(cutOff);
    if (done || value === undefined) break;
    if (read < head.length) head.set(value.subarray(0, head.length - read), read);
    hash.update(value);
    walk.push(value);
    read += value.length;
    if (walk.isRefused() || read > size) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    buffer = value.buffer;
  }
  const isAsAnnounced = read === size && hash.digest('hex') === sha256 && walk.isWhole();
  if (!isAsAnnounced || !isShowable(walk.noted.picture) || (await typeOf(head)) !== contentType) return null;
  return { edits: walk.noted.edits };
}

const bufferBytes = 256 * 1024;

// What file-type looks at of a file whose beginning is all it gets.
const headBytes = 4_100;

async function typeOf(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  // An animated PNG is a PNG to whoever does not know better.
  return mime === 'image/apng' ? 'image/png' : mime;
}
