import { checkFile } from '../../../functions/uploads/check-file.ts';
import { isRejected } from '../../../functions/uploads/rejected-file.ts';
import { editor } from '../../../functions/uploads/store-served.ts';
import { announced } from '../market/files.ts';

/** The verdict on a file. */
export interface Verdict {
  /** The bytes of the served copy; null when the file is refused. */
  readonly served: Buffer | null;
  readonly contentType: string | null;
  readonly reason: string | null;
}

/** Checks a file that arrives, and is copied, in chunks of so many bytes. */
export async function checked(
  bytes: Buffer,
  type: string,
  chunkBytes = 50,
  changes: { readonly sha256?: string } = {},
): Promise<Verdict> {
  const found = await checkFile(streamOf(bytes, chunkBytes), { ...announced(bytes, type), ...changes });
  if (isRejected(found)) return { served: null, contentType: null, reason: found.reason };
  const edit = editor(found.edits);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) parts.push(...edit(bytes.subarray(at, at + chunkBytes)));
  return { served: Buffer.concat(parts), contentType: found.contentType, reason: null };
}

const streamOf = (bytes: Uint8Array, chunkBytes: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    type: 'bytes',
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkBytes)
        controller.enqueue(Uint8Array.from(bytes.subarray(at, at + chunkBytes)));
      controller.close();
    },
  });
