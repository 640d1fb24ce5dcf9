import type { Lease } from '../../db/leases.ts';
import { expireGrant, type HeldGrant, isGranted, recordRenewal } from '../../db/social-accounts/grant-renewals.ts';
import { closeBuckets } from '../../db/social-accounts/platform-budgets.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { tokenBucket } from '../../schema/social-accounts/platform-buckets.ts';
import type { JobCtx } from '../context.ts';
import { log } from '../log.ts';
import { type Sealing, SecretLost } from '../platform/sealing.ts';
import { oauthOf, PlatformFailure, type Tokens } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';
import { openTokens, sealTokens } from './grant-tokens.ts';
import { nextRenewal, renewalIntervalMs, retryAfterMs } from './rules.ts';

type RenewalCtx = Pick<JobCtx<CommonSettings & PlatformSettings & Sealing>, 'db' | 'settings' | 'now'>;

/** Longer than the requests of a renewal, and of the others in its message, can take. */
export const renewalLeaseSeconds = 2 * 60;

/**
 * Renews tokens that the caller has leased. New ones are stored at once, before anything uses them, because the loss of new tokens can end the grant. A
 * refused grant expires; a platform that does not answer is asked again later.
 */
export async function renewHeld(ctx: RenewalCtx, grant: HeldGrant, lease: Lease): Promise<void> {
  try {
    await store(ctx, grant, await renewedTokens(ctx, grant), lease);
  } catch (error) {
    if (error instanceof PlatformFailure) await recordFailure(ctx, grant, error, lease);
    else if (error instanceof SecretLost) await recordFailure(ctx, grant, new PlatformFailure('SILENT', error), lease);
    else throw error;
  }
}

/** Tokens that arrive after the end of the connection are revoked at the platform. */
async function store(
  { db, settings, now }: RenewalCtx,
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
  const renewal = { tokens: sealed, dueAt: nextRenewal(platform, now()), failures: 0, isAccepted: true };
  if (await recordRenewal(db, id, renewal, lease)) return;
  log('warn', 'connection.renewed-too-late', { id, platform });
  if (tokens && !(await isGranted(db, id))) await oauthOf(settings, platform)?.revoke(tokens);
}

/** The new tokens; null when the former ones were validated and stay. */
async function renewedTokens(ctx: RenewalCtx, grant: HeldGrant): Promise<Tokens | null> {
  const { id, platform, access, refresh, scopes, accessExpiresAt } = grant;
  const client = oauthOf(ctx.settings, platform);
  const held = await openTokens(id, { access, refresh }, ctx.settings);
  if (client === null || held === null) throw new PlatformFailure('SILENT', `${platform} is not offered`);
  const isInTime =
    accessExpiresAt === null || accessExpiresAt.getTime() > ctx.now().getTime() + renewalIntervalMs(platform);
  // A refused token is refreshed: it may have expired early while the grant is still valid.
  if (isInTime && (await client.isValid(held.accessToken))) return null;
  return client.refresh({ ...held, scopes }, ctx.now());
}

async function recordFailure(
  { db, now }: RenewalCtx,
  grant: HeldGrant,
  failure: PlatformFailure,
  lease: Lease,
): Promise<void> {
  const { id, platform } = grant;
  const { kind, cause } = failure;
  log('warn', 'connection.not-renewed', { id, platform, kind, cause: String(cause) });
  if (kind === 'NOT_GRANTED') return expire(db, grant, lease);
  if (kind === 'LIMITED') {
    const until = new Date(now().getTime() + (failure.details.retryAfterSeconds ?? 0) * 1_000);
    await db.transaction(closeBuckets([{ platform, bucket: tokenBucket, until }], now()));
    const { failures } = grant;
    await recordRenewal(db, id, { tokens: null, dueAt: until, failures, isAccepted: false }, lease);
    return;
  }
  const failures = Math.min(grant.failures + 1, 1_000);
  const dueAt = new Date(now().getTime() + retryAfterMs(failures, renewalIntervalMs(platform)));
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
