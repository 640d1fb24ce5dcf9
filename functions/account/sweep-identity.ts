import type { Db } from '../../db/client.ts';
import { deleteExpired, type Expired } from '../../db/users.ts';

const batch = 1_000;
const mostBatches = 20;

/** Expired sessions and verifications, and keys deleted a month ago, are gone: as many as one run may take. */
export async function sweepIdentity(db: Db, now: Date): Promise<Expired> {
  const total = { sessions: 0, verifications: 0, apiKeys: 0 };
  for (let n = 0; n < mostBatches; n++) {
    const deleted = await deleteExpired(db, now, batch);
    total.sessions += deleted.sessions;
    total.verifications += deleted.verifications;
    total.apiKeys += deleted.apiKeys;
    if (Math.max(deleted.sessions, deleted.verifications, deleted.apiKeys) < batch) break;
  }
  return total;
}
