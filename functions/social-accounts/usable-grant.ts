import { leaseFor } from '../../db/leases.ts';
import { type GrantAccess, readGrantAccess } from '../../db/social-accounts/grant-access.ts';
import { holdStaleTokens } from '../../db/social-accounts/grant-renewals.ts';
import { failureOfWhom } from '../../schema/social-accounts/failure-kinds.ts';
import type { JobCtx } from '../context.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type Grant, isRefusedGrant, PlatformFailure } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';
import { openTokens } from './grant-tokens.ts';
import { renewalLeaseSeconds, renewHeld } from './renew-held.ts';

type GrantCtx = Pick<JobCtx<CommonSettings & PlatformSettings & Sealing>, 'db' | 'settings' | 'now'>;

/** A token that expires within this time could expire during its use. */
const marginMs = 60_000;
const waitMs = 250;
const maxWaits = 60;

/**
 * Uses a grant. A token that has expired, or that the platform refuses, is renewed first: by one caller, while the others wait for its result.
 * Throws NOT_GRANTED when the connection has ended, and GRANT_REFUSED when the platform refuses the new token too.
 */
export async function withGrant<T>(ctx: GrantCtx, access: GrantAccess, use: (grant: Grant) => Promise<T>): Promise<T> {
  const current = isDead(access, ctx.now()) ? await renewed(ctx, access) : access;
  try {
    return await use(await opened(ctx, current));
  } catch (error) {
    if (!isRefusedGrant(error)) throw error;
    return await use(await opened(ctx, await renewed(ctx, current)));
  }
}

const isDead = ({ accessExpiresAt }: GrantAccess, now: Date): boolean =>
  accessExpiresAt !== null && new Date(accessExpiresAt).getTime() <= now.getTime() + marginMs;

async function opened({ settings }: GrantCtx, { accountId, externalId, access }: GrantAccess): Promise<Grant> {
  const tokens = await openTokens(accountId, { access, refresh: null }, settings);
  if (tokens === null) throw ended();
  return { accessToken: tokens.accessToken, externalId, accountId };
}

/** The grant with another token than this one. */
async function renewed(ctx: GrantCtx, { accountId, access }: GrantAccess): Promise<GrantAccess> {
  for (let waits = 0; waits < maxWaits; waits += 1) {
    const lease = leaseFor(ctx.now(), renewalLeaseSeconds);
    const held = await holdStaleTokens(ctx.db, accountId, access, lease);
    const failure = held && (await renewHeld(ctx, held, lease));
    const found = await readGrantAccess(ctx.db, accountId);
    if (found === null) throw ended();
    if (found.access !== access) return found;
    // The caller must know of a failure that all share, because it is none of the rows that it reads.
    if (failure && failureOfWhom[failure.kind] === 'SHARED') throw failure;
    if (held !== null) throw new PlatformFailure('SILENT', 'the tokens could not be renewed');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new PlatformFailure('SILENT', 'another caller has not renewed the tokens in time');
}

const ended = () => new PlatformFailure('NOT_GRANTED', 'the connection has ended');
