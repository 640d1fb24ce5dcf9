import type { KeyValue } from '../platform/key-value.ts';

/**
 * A lease of an Idempotency-Key in Redis keeps identical requests from doing the work twice. It expires, and after a failure only its
 * holder releases it. After a success a record that the request has ended replaces it. Both are only an optimisation: Postgres decides,
 * and stores the answer.
 */
export interface KeyLease {
  readonly who: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Identifies the holder among identical requests. */
  readonly token: string;
}

/**
 * - `acquired`: the caller has the lease.
 * - `unknown`: the caller may have the lease, because the reply of Redis was lost.
 * - `ended`: an identical request has succeeded, or Redis was not asked, because it did not answer a moment ago.
 * - `running`: an identical request has the lease.
 * - `other`: a request with other content has used the key.
 */
export type Acquisition = 'acquired' | 'unknown' | 'ended' | 'running' | 'other';

const leaseSeconds = 30;
const endedSeconds = 86_400;
const waitMs = 5_000;
const pollMs = 60;

/** Deletes the first key if it has this value. */
export const deleteIfEqual = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

const nameOf = ({ who, key }: KeyLease) => `idempotency:${who}:${key}`;
const runningAs = ({ fingerprint }: KeyLease) => `running:${fingerprint}:`;
const heldBy = (lease: KeyLease) => `${runningAs(lease)}${lease.token}`;
const endedAs = ({ fingerprint }: KeyLease) => `ended:${fingerprint}`;

/** Leases the key if it is free. Without Redis every request proceeds. */
export async function acquireKey(keyValue: KeyValue, lease: KeyLease): Promise<Acquisition> {
  let isAsked = false;
  const found = await keyValue.attempt((redis) => {
    isAsked = true;
    return redis.set(nameOf(lease), heldBy(lease), { nx: true, get: true, ex: leaseSeconds });
  });
  if (found === undefined) return isAsked ? 'unknown' : 'ended';
  if (found === null || found === heldBy(lease)) return 'acquired';
  if (found === endedAs(lease)) return 'ended';
  return found.startsWith(runningAs(lease)) ? 'running' : 'other';
}

/** Waits for the identical request that has the lease. Acquires the lease if that request failed. */
export async function waitForKey(keyValue: KeyValue, lease: KeyLease): Promise<Acquisition> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const outcome = await acquireKey(keyValue, lease);
    if (outcome !== 'running') return outcome;
  }
  return 'running';
}

/**
 * Ends the request: a success is recorded, also after the lease has expired; a failure releases the key. It asks Redis also after a lost
 * reply, which may have been that of the lease.
 */
export async function releaseKey(keyValue: KeyValue, lease: KeyLease, isBound: boolean): Promise<void> {
  await keyValue.insist(async (redis) => {
    if (isBound) await redis.set(nameOf(lease), endedAs(lease), { ex: endedSeconds });
    else await redis.eval(deleteIfEqual, [nameOf(lease)], [heldBy(lease)]);
  });
}
