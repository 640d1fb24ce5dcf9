import { bytesOfHex, hexOf } from '../../../db/hex.ts';
import {
  type ResealedSecrets,
  type SealedSecrets,
  sealedSecrets,
  storeResealed,
} from '../../../db/notifications/secrets.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { SecretLost } from '../../platform/sealing.ts';
import type { JobSettings } from '../../settings/index.ts';
import { resealSecret } from './secrets.ts';

const batch = 100;

/**
 * Seals the secrets of a batch of endpoints under the current SEALING_SECRET and queues the next batch, while there is a previous
 * SEALING_SECRET. Calls do not reseal the secrets that they use, because isolates of the previous deployment know only the previous
 * SEALING_SECRET.
 */
export async function resealSecrets(
  { db, settings, enqueue }: JobCtx,
  { afterId }: { readonly afterId: number },
): Promise<JobResult> {
  if (settings.SEALING_SECRET_PREVIOUS === undefined) return { done: 0, isMore: false };
  const found = await sealedSecrets(db, afterId, batch);
  const resealed = await Promise.all(found.map((endpoint) => resealEndpoint(endpoint, settings)));
  const changed = resealed.filter((endpoint) => endpoint !== 'kept' && endpoint !== 'lost');
  if (changed.length > 0) await db.transaction([storeResealed(changed)]);
  const lost = resealed.filter((endpoint) => endpoint === 'lost').length;
  const last = found.length === batch ? found.at(-1) : undefined;
  const facts = { resealed: changed.length, lost, isLastBatch: last === undefined };
  log(lost > 0 ? 'warn' : 'info', 'webhook.resealed', facts);
  if (last) await enqueue([{ kind: 'reseal-secrets', afterId: last.id }]);
  return { done: changed.length, isMore: false };
}

async function resealEndpoint(
  endpoint: SealedSecrets,
  settings: JobSettings,
): Promise<ResealedSecrets | 'kept' | 'lost'> {
  const { id, ownerId, sealed: was } = endpoint;
  const resealed = async (hex: string | null): Promise<string | null> => {
    if (hex === null) return null;
    const sealed = await resealSecret(bytesOfHex(hex), { endpointId: id, ownerId }, settings);
    return sealed && hexOf(sealed);
  };
  try {
    const [sealed, previous] = [await resealed(was), await resealed(endpoint.previous).catch(ignoreLost)];
    return sealed === null && previous === null ? 'kept' : { id, was, sealed: sealed ?? was, previous };
  } catch (error) {
    ignoreLost(error);
    return 'lost';
  }
}

/** A previous secret that cannot be decrypted does not sign, and is deleted within a day. */
function ignoreLost(error: unknown): null {
  if (error instanceof SecretLost) return null;
  throw error;
}
