import type { Lease } from '../../db/leases.ts';
import {
  expireGrant,
  type HeldGrant,
  readConnectedAt,
  recordRenewal,
} from '../../db/social-accounts/grant-renewals.ts';
import { closeBuckets, spend } from '../../db/social-accounts/platform-budgets.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { failureOfWhom } from '../../schema/social-accounts/failure-kinds.ts';
import type { JobCtx } from '../context.ts';
import { log } from '../log.ts';
import { type Sealing, SecretLost } from '../platform/sealing.ts';
import { type Meter, oauthOf, PlatformFailure, type Tokens } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';
import { openTokens, sealTokens } from './grant-tokens.ts';
import { closingsOf, spendingOf } from './meters.ts';
import { nextRenewal, overBudgetSeconds, renewalIntervalMs, retryAfterMs } from './rules.ts';

type RenewalCtx = Pick<JobCtx<CommonSettings & PlatformSettings & Sealing>, 'db' | 'settings' | 'now'>;

/** Longer than the requests of a renewal, and of the others in its message, can take. */
export const renewalLeaseSeconds = 2 * 60;

/**
 * Renews tokens that the caller has leased. Returns the failure, or null. New tokens are stored before anything uses them, because their loss can
 * end the grant. After a refusal the grant expires. After another failure a later run tries again; a limit of requests does not count as a
 * failure of the grant.
 */
export async function renewHeld(ctx: RenewalCtx, grant: HeldGrant, lease: Lease): Promise<PlatformFailure | null> {
  const { closings, report } = closingsOf(grant.platform);
  const spends: Meter['spend'] = (cost) =>
    spend(ctx.db, spendingOf(ctx, grant.platform, { windows: {} }, cost, { spender: 'MONEY', work: null }));
  try {
    await store(ctx, grant, await renewedTokens(ctx, grant, { spend: spends, report }), lease);
    return null;
  } catch (error) {
    const failure = failureIn(error);
    if (failure === null) throw error;
    // First the bucket, then the lease: the next caller must find the bucket closed.
    if (closings.length > 0) await ctx.db.transaction(closeBuckets(closings, ctx.now()));
    await recordFailure(ctx, grant, failure, lease);
    return failure;
  }
}

function failureIn(error: unknown): PlatformFailure | null {
  if (error instanceof SecretLost) return new PlatformFailure('SILENT', error);
  if (!(error instanceof PlatformFailure)) return null;
  // The meter does not say when a closed bucket opens.
  return error.kind === 'OVER_BUDGET' ? new PlatformFailure('OVER_BUDGET', error.cause, overBudgetSeconds) : error;
}

/** Stores new tokens. Those that arrive after the end of their connection are revoked at the platform, because nobody else knows them. */
async function store(
  { db, settings, now }: RenewalCtx,
  { id, platform, connectedAt }: HeldGrant,
  tokens: Tokens | null,
  lease: Lease,
): Promise<void> {
  const sealed = tokens && {
    ...(await sealTokens(id, tokens, settings)),
    scopes: tokens.scopes,
    accessExpiresAt: tokens.expiresAt,
    refreshExpiresAt: tokens.refreshExpiresAt,
  };
  const renewal = { tokens: sealed, dueAt: nextRenewal(platform, now()), failures: 0, isAccepted: true };
  if (await recordRenewal(db, id, renewal, lease)) return;
  log('warn', 'connection.renewed-too-late', { id, platform });
  const client = oauthOf(settings, platform);
  if (!tokens || !client) return;
  const present = await readConnectedAt(db, id);
  // At some platforms the revocation would end a new connection too.
  const isReplaced = present !== null && present.getTime() !== connectedAt.getTime();
  if (present === null || (isReplaced && client.terms.revokes === 'GRANT')) await client.revoke(tokens);
}

/** The new tokens; null when the former ones were validated and stay. */
async function renewedTokens(ctx: RenewalCtx, grant: HeldGrant, meter: Meter): Promise<Tokens | null> {
  const { id, platform, access, refresh, scopes, accessExpiresAt } = grant;
  const client = oauthOf(ctx.settings, platform);
  const held = await openTokens(id, { access, refresh }, ctx.settings);
  if (client === null || held === null) throw new PlatformFailure('SILENT', `${platform} is not offered`);
  const isInTime =
    accessExpiresAt === null || accessExpiresAt.getTime() > ctx.now().getTime() + renewalIntervalMs(platform);
  // A refused token is refreshed: it may have expired early while the grant is still valid.
  if (isInTime && (await client.isValid(held.accessToken, meter))) return null;
  return client.refresh({ ...held, scopes }, ctx.now(), meter);
}

async function recordFailure(
  { db, now }: RenewalCtx,
  grant: HeldGrant,
  { kind, cause, details }: PlatformFailure,
  lease: Lease,
): Promise<void> {
  const { id, platform } = grant;
  log('warn', 'connection.not-renewed', { id, platform, kind, cause: String(cause) });
  if (kind === 'NOT_GRANTED') return expire(db, grant, lease);
  const isShared = failureOfWhom[kind] === 'SHARED';
  const failures = isShared ? grant.failures : Math.min(grant.failures + 1, 1_000);
  const waitMs = isShared
    ? Math.max(details.retryAfterSeconds ?? 0, kind === 'REFUSED' ? overBudgetSeconds : 0) * 1_000
    : retryAfterMs(failures, renewalIntervalMs(platform));
  const dueAt = new Date(now().getTime() + waitMs);
  await recordRenewal(db, id, { tokens: null, dueAt, failures, isAccepted: false }, lease);
}

/** A connection that its owner has ended or replaced meanwhile stays as it is. */
async function expire(db: JobCtx['db'], grant: HeldGrant, lease: Lease): Promise<void> {
  try {
    await db.transaction(expireGrant(grant, lease));
  } catch (error) {
    if (!(error instanceof Refusal && error.isConflict)) throw error;
  }
}
