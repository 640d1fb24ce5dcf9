import type { Db } from '../../../db/client.ts';
import { insertRequest, type NewRequest } from '../../../db/identity/api-requests.ts';
import { isolateCache } from '../../isolate-cache.ts';

/** No rate limit bounds the number of these refusals, which cost no other statement. */
const unlimited: ReadonlySet<string | null> = new Set(['RATE_LIMITED', 'API_KEY_MISSING_SCOPE']);
/** An isolate logs at most this many of these refusals and of failed reads per key and minute. */
const maxUnlimited = 60;
const unlimitedOf = isolateCache<string, { readonly minute: number; readonly count: number }>(5_000);

/** Stores a request in the log of its owner, unless the key sends too many that are refused before they count. */
export async function logRequest(db: Db, request: NewRequest): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if ((isRead || unlimited.has(request.errorCode)) && isFlooded(request)) return;
  await db.transaction([insertRequest(request)]);
}

function isFlooded({ keyId, at }: NewRequest): boolean {
  const minute = Math.floor(at.getTime() / 60_000);
  const known = unlimitedOf.get(keyId);
  const count = known?.minute === minute ? known.count + 1 : 1;
  unlimitedOf.set(keyId, { minute, count });
  return count > maxUnlimited;
}
