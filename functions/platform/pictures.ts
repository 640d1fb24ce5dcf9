import { Refusal } from '../../schema/shared/errors.ts';
import type { Bindings } from '../env.ts';
import { watchSilence } from './watch-silence.ts';

const timeoutMs = 8_000;

/**
 * A picture of the public bucket; null when there is none. Throws SERVICE_UNAVAILABLE when the bucket fails or does not answer within 8
 * seconds.
 */
export async function readPicture({ PICTURES }: Bindings, key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!PICTURES) throw new Error('The binding PICTURES is missing: see docs/deploy.md.');
  const read = async () => {
    const found = await PICTURES.get(key);
    return found && new Uint8Array(await found.arrayBuffer());
  };
  const watch = watchSilence(timeoutMs);
  return Promise.race([read(), watch.silence])
    .catch((cause: unknown) => {
      const refusal = new Refusal('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 5 });
      refusal.cause = cause;
      throw refusal;
    })
    .finally(watch.end);
}
