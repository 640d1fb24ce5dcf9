import { leaseFor } from '../../db/leases.ts';
import { holdTokens, takeDueGrants } from '../../db/social-accounts/grant-renewals.ts';
import { platforms } from '../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { canAsk } from '../platform/social/index.ts';
import { renewalLeaseSeconds, renewHeld } from './renew-held.ts';

const maxTaken = 1_000;
/** Connections in a message, which keeps the requests of one run far below the limit of Workers. */
const perMessage = 20;
const concurrency = 5;
const leaseSeconds = 15 * 60;
const putOffMs = 24 * 3_600_000;

/** Queues the renewal of the connections that are due. Those of a lost message are due again after a quarter of an hour. */
export async function takeDueConnections({ db, settings, now, enqueue }: JobCtx): Promise<JobResult> {
  const askable = platforms.filter((platform) => canAsk(settings, platform, 'GRANT'));
  const lease = leaseFor(now(), leaseSeconds);
  const putOffUntil = new Date(now().getTime() + putOffMs);
  const { leased, seen } = await takeDueGrants(db, { ...lease, limit: maxTaken, platforms: askable, putOffUntil });
  const ids = leased.map(({ id }) => id);
  const messages = Array.from({ length: Math.ceil(ids.length / perMessage) }, (_, n) => ({
    kind: 'renew-connections' as const,
    leaseEnd: lease.leasedUntil.toISOString(),
    ids: ids.slice(n * perMessage, (n + 1) * perMessage),
  }));
  if (messages.length > 0) await enqueue(messages);
  return { done: leased.length, isMore: seen === maxTaken };
}

/**
 * Renews connections that are leased for this message. New tokens are stored at once, before anything uses them, because the loss of new tokens can end the grant. A
 * message that is delivered again finds that the lease is over.
 */
export async function renewConnections(
  ctx: JobCtx,
  { ids, leaseEnd }: { readonly ids: readonly number[]; readonly leaseEnd: string },
): Promise<JobResult> {
  const results: PromiseSettledResult<boolean>[] = [];
  for (let first = 0; first < ids.length; first += concurrency) {
    const some = ids.slice(first, first + concurrency).map((id) => renew(ctx, id, new Date(leaseEnd)));
    results.push(...(await Promise.allSettled(some)));
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return { done: results.filter((result) => result.status === 'fulfilled' && result.value).length, isMore: false };
}

/** False when another caller renews the connection, or the lease is over. */
async function renew(ctx: JobCtx, id: number, leaseEnd: Date): Promise<boolean> {
  const lease = leaseFor(ctx.now(), renewalLeaseSeconds);
  const grant = await holdTokens(ctx.db, id, leaseEnd, lease);
  if (grant === null) return false;
  await renewHeld(ctx, grant, lease);
  return true;
}
