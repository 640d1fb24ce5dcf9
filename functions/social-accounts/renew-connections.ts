import { type Lease, leaseFor } from '../../db/leases.ts';
import {
  expireGrant,
  type HeldGrant,
  holdTokens,
  isGranted,
  recordRenewal,
  takeDueGrants,
} from '../../db/social-accounts/grant-renewals.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { log } from '../log.ts';
import { SecretLost } from '../platform/sealing.ts';
import { canAsk, oauthOf, PlatformFailure, type Tokens } from '../platform/social/index.ts';
import { openTokens, sealTokens } from './grant-tokens.ts';
import { nextRenewal, renewalIntervalMs, retryAfterMs } from './rules.ts';

const maxTaken = 1_000;
/** Connections in a message, which keeps the requests of one run far below the limit of Workers. */
const perMessage = 20;
const concurrency = 5;
const turnSeconds = 15 * 60;
/** Longer than the requests of a message can take. */
const leaseSeconds = 2 * 60;
const putOffMs = 24 * 3_600_000;

/** Queues the renewal of the connections that are due. A message that is lost gives up its turn after a quarter of an hour. */
export async function takeDueConnections({ db, settings, now, enqueue }: JobCtx): Promise<JobResult> {
  const askable = platforms.filter((platform) => canAsk(settings, platform, 'GRANT'));
  const turn = leaseFor(now(), turnSeconds);
  const putOffUntil = new Date(now().getTime() + putOffMs);
  const { leased, seen } = await takeDueGrants(db, { ...turn, limit: maxTaken, platforms: askable, putOffUntil });
  const ids = leased.map(({ id }) => id);
  const messages = Array.from({ length: Math.ceil(ids.length / perMessage) }, (_, n) => ({
    kind: 'renew-connections' as const,
    turn: turn.leasedUntil.toISOString(),
    ids: ids.slice(n * perMessage, (n + 1) * perMessage),
  }));
  if (messages.length > 0) await enqueue(messages);
  return { done: leased.length, isMore: seen === maxTaken };
}

/**
 * Renews connections whose turn it is. New tokens are stored at once, before anything uses them, because a lost one can lose the grant. A
 * message that is delivered again finds that the turn is over.
 */
export async function renewConnections(
  ctx: JobCtx,
  { ids, turn }: { readonly ids: readonly number[]; readonly turn: string },
): Promise<JobResult> {
  const results: PromiseSettledResult<boolean>[] = [];
  for (let first = 0; first < ids.length; first += concurrency) {
    const some = ids.slice(first, first + concurrency).map((id) => renew(ctx, id, new Date(turn)));
    results.push(...(await Promise.allSettled(some)));
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return { done: results.filter((result) => result.status === 'fulfilled' && result.value).length, isMore: false };
}

/** False when another caller renews the connection, or its turn is over. */
async function renew(ctx: JobCtx, id: number, turn: Date): Promise<boolean> {
  const lease = leaseFor(ctx.now(), leaseSeconds);
  const grant = await holdTokens(ctx.db, id, turn, lease);
  if (grant === null) return false;
  try {
    await store(ctx, grant, await renewedTokens(ctx, grant), lease);
  } catch (error) {
    if (error instanceof PlatformFailure) await recordFailure(ctx, grant, error, lease);
    else if (error instanceof SecretLost) await recordFailure(ctx, grant, { kind: 'SILENT', cause: error }, lease);
    else throw error;
  }
  return true;
}

/** Tokens that come after the end of the connection are ended at the platform too. */
async function store(
  { db, settings, now }: JobCtx,
  { id, platform }: HeldGrant,
  tokens: Tokens | null,
  lease: Lease,
): Promise<void> {
  const sealed = tokens && {
    ...(await sealTokens(id, tokens, settings)),
    scopes: tokens.scopes,
    accessExpiresAt: tokens.expiresAt,
    refreshExpiresAt: tokens.refreshExpiresAt,
  };
  const renewal = { tokens: sealed, dueAt: nextRenewal(platform, now()), failures: 0 };
  if (await recordRenewal(db, id, renewal, lease)) return;
  log('warn', 'connection.renewed-too-late', { id, platform });
  if (tokens && !(await isGranted(db, id))) await oauthOf(settings, platform)?.revoke(tokens);
}

/** The new tokens; null when the former ones were validated and stay. */
async function renewedTokens(ctx: JobCtx, grant: HeldGrant): Promise<Tokens | null> {
  const { id, platform, access, refresh, scopes, accessExpiresAt } = grant;
  const client = oauthOf(ctx.settings, platform);
  const held = await openTokens(id, { access, refresh }, ctx.settings);
  if (client === null || held === null) throw new PlatformFailure('SILENT', `${platform} is not offered`);
  const isInTime =
    accessExpiresAt === null || accessExpiresAt.getTime() > ctx.now().getTime() + renewalIntervalMs(platform);
  // A refused token is refreshed: it may have ended before its time, and the grant may still stand.
  if (isInTime && (await client.isValid(held.accessToken))) return null;
  return client.refresh({ ...held, scopes }, ctx.now());
}

async function recordFailure(
  { db, now }: JobCtx,
  grant: HeldGrant,
  { kind, cause }: Pick<PlatformFailure, 'kind' | 'cause'>,
  lease: Lease,
): Promise<void> {
  const { id, platform } = grant;
  log('warn', 'connection.not-renewed', { id, platform, kind, cause: String(cause) });
  if (kind === 'NOT_GRANTED') return expire(db, grant, lease);
  const failures = Math.min(grant.failures + 1, 1_000);
  const dueAt = new Date(now().getTime() + retryAfterMs(failures, renewalIntervalMs(platform)));
  await recordRenewal(db, id, { tokens: null, dueAt, failures }, lease);
}

/** A connection that its owner has ended or replaced meanwhile stays as it is. */
async function expire(db: JobCtx['db'], grant: HeldGrant, lease: Lease): Promise<void> {
  try {
    await db.transaction(expireGrant(grant, lease));
  } catch (error) {
    if (!(error instanceof Refusal && error.isConflict)) throw error;
  }
}
