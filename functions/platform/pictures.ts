import { Refusal } from '../../schema/shared/errors.ts';
import type { Bindings, StoredFile } from '../env.ts';
import { watchSilence } from './watch-silence.ts';

const timeoutMs = 8_000;

/**
 * The bytes of a picture of the public bucket; null when there is none. Throws SERVICE_UNAVAILABLE when the bucket fails or does not answer
 * within 8 seconds.
 */
export const readPicture = (bindings: Bindings, key: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  fromBucket(bindings, key, async (found) => new Uint8Array(await found.arrayBuffer()));

/** The same, as a stream: the isolate never holds the whole picture. */
export const openPicture = (bindings: Bindings, key: string): Promise<ReadableStream | null> =>
  fromBucket(bindings, key, async ({ body }) => body);

async function fromBucket<Read>(
  { PICTURES }: Bindings,
  key: string,
  read: (found: StoredFile) => Promise<Read>,
): Promise<Read | null> {
  if (!PICTURES) throw new Error('The binding PICTURES is missing: see docs/deploy.md.');
  const watch = watchSilence(timeoutMs);
  const reading = PICTURES.get(key).then((found) => found && read(found));
  return Promise.race([reading, watch.silence])
    .catch((cause: unknown) => {
      const refusal = new Refusal('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 5 });
      refusal.cause = cause;
      throw refusal;
    })
    .finally(watch.end);
}
