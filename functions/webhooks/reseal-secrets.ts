import { keepSealedAnew, type SealedAnew, type SealedSecrets, sealedSecrets } from '../../db/webhooks.ts';
import type { JobCtx, JobResult } from '../context.ts';
import type { Settings } from '../env.ts';
import { SecretLost, sealAnew } from './secrets.ts';

const batch = 100;

/**
 * While there is a previous AUTH_SECRET: what a batch of endpoints sign with is sealed under the current one, and the next batch
 * is asked for. Not when a secret is used: isolates of the deployment before, which know the previous one alone, must be gone.
 */
export async function resealSecrets(
  { db, settings, enqueue }: JobCtx,
  { afterId }: { readonly afterId: number },
): Promise<JobResult> {
  if (settings.AUTH_SECRET_PREVIOUS === undefined) return { done: 0, isMore: false };
  const found = await sealedSecrets(db, afterId, batch);
  const anew = await Promise.all(found.map((endpoint) => anewOf(endpoint, settings)));
  const changed = anew.filter((endpoint) => endpoint !== 'kept' && endpoint !== 'lost');
  if (changed.length > 0) await db.rows(keepSealedAnew(changed));
  const lost = anew.filter((endpoint) => endpoint === 'lost').length;
  const last = found.length === batch ? found.at(-1) : undefined;
  const facts = { resealed: changed.length, lost, isLastBatch: last === undefined };
  console.log(JSON.stringify({ level: lost > 0 ? 'warn' : 'info', event: 'webhook.resealed', ...facts }));
  if (last) await enqueue([{ kind: 'reseal-secrets', afterId: last.id }]);
  return { done: changed.length, isMore: false };
}

async function anewOf(endpoint: SealedSecrets, settings: Settings): Promise<SealedAnew | 'kept' | 'lost'> {
  const { id, ownerId, sealed: was } = endpoint;
  const anew = async (hex: string | null): Promise<string | null> => {
    if (hex === null) return null;
    const sealed = await sealAnew(Uint8Array.from(Buffer.from(hex, 'hex')), { endpointId: id, ownerId }, settings);
    return sealed && Buffer.from(sealed).toString('hex');
  };
  try {
    const [sealed, previous] = [await anew(was), await anew(endpoint.previous).catch(ignoreLost)];
    return sealed === null && previous === null ? 'kept' : { id, was, sealed: sealed ?? was, previous };
  } catch (error) {
    ignoreLost(error);
    return 'lost';
  }
}

/** One before that cannot be opened signs nothing, and is erased within a day. */
function ignoreLost(error: unknown): null {
  if (error instanceof SecretLost) return null;
  throw error;
}
