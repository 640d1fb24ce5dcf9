import type { StoredCopy } from '../../db/uploads/checks.ts';
import type { UploadRecord } from '../../db/uploads/records.ts';
import { type ObjectStore, storeUnavailable } from '../platform/object-store.ts';
import { readChunks } from '../platform/read-chunks.ts';
import type { CheckedFile } from './check-file.ts';
import type { Edit } from './walk.ts';

interface Keys {
  readonly from: string;
  readonly to: string;
}

/** Stores what is served of a checked file, with its type. Its copy at `from` has the announced type, and is served if nothing differs. */
export async function storeServed(
  store: ObjectStore,
  upload: UploadRecord,
  { edits, contentType }: CheckedFile,
  keys: Keys,
): Promise<StoredCopy> {
  const file = { ...upload, contentType };
  if (edits.length > 0) return storeEdited(store, file, edits, keys);
  const isAsAnnounced = contentType === upload.contentType;
  if (!isAsAnnounced && !(await store.copy(keys.from, keys.to, file))) throw gone();
  return { storedKey: isAsAnnounced ? keys.from : keys.to, storedSize: upload.size, storedSha256: upload.sha256 };
}

/** Streams an edited copy of a file into the store. An isolate has no memory for many images at once. */
async function storeEdited(
  store: ObjectStore,
  upload: UploadRecord,
  edits: readonly Edit[],
  { from, to }: Keys,
): Promise<StoredCopy> {
  const bytes = await store.read(from);
  if (bytes === null) throw gone();
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  const edit = editor(edits);
  async function* edited(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks)
      for (const part of edit(chunk)) {
        hash.update(part);
        yield part;
      }
  }
  const storedSize = edits.reduce((size, one) => size - (one.to - one.from) + one.put.length, upload.size);
  await store.putFile(to, edited(readChunks(bytes)), { ...upload, size: storedSize });
  return { storedKey: to, storedSize, storedSha256: hash.digest('hex') };
}

const gone = () => storeUnavailable(new Error('the copy is gone'));

/** Yields the edited bytes of a file, chunk by chunk. Every edit replaces at least one byte. */
export function editor(edits: readonly Edit[]): (chunk: Uint8Array) => Generator<Uint8Array> {
  let at = 0;
  let next = 0;
  return function* (chunk) {
    for (let from = 0; from < chunk.length; ) {
      const edit = edits[next];
      const place = at + from;
      if (edit === undefined || place < edit.from) {
        const to = Math.min(chunk.length, (edit?.from ?? Number.POSITIVE_INFINITY) - at);
        yield chunk.slice(from, to);
        from = to;
        continue;
      }
      if (place === edit.from && edit.put.length > 0) yield edit.put;
      from = Math.min(chunk.length, edit.to - at);
      if (at + from === edit.to) next += 1;
    }
    at += chunk.length;
  };
}
