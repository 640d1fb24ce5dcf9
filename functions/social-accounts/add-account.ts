import { freshId } from '../../db/fresh-ids.ts';
import { factsOf } from '../../db/query.ts';
import { insertClaim } from '../../db/social-accounts/account-changes.ts';
import { type AccountRecord, countAccounts, isNameProven, sameAccount } from '../../db/social-accounts/accounts.ts';
import { type ClaimRecord, storeCode } from '../../db/social-accounts/claims.ts';
import { socialAccounts } from '../../db/tables/social-accounts.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { invalid, Refusal } from '../../schema/shared/errors.ts';
import { maxAccounts, maxChecks } from '../../schema/social-accounts/account-limits.ts';
import type { Ctx } from '../context.ts';
import { channelOfHandle } from '../creators/channels/index.ts';
import { mutate } from '../mutate.ts';
import { freshCode } from './fresh-code.ts';
import { isOffered, methodOf } from './open-platform.ts';
import { refuseUnlessNew } from './rules.ts';
import { viewAccount, viewVerification } from './view.ts';

export interface AddAccount {
  readonly platform: Platform;
  readonly handle: string;
}

/** Adds an account that the caller still has to prove, with a code where the platform shows profile texts. A failure changes nothing. */
export async function addAccount(ctx: Ctx, { platform, handle: given }: AddAccount) {
  const { userId } = ctx.actor;
  if (!isOffered(ctx, platform))
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Accounts of this platform are not available at the moment.');
  const handle = channelOfHandle(platform, given)?.handle;
  if (handle === undefined) throw invalid('handle', `is not the name of an account on ${platform}`);
  return mutate(ctx, {
    facts: factsOf({
      id: freshId(socialAccounts),
      existingId: sameAccount(userId, platform, handle),
      accounts: countAccounts(userId),
      isProvenElsewhere: isNameProven(userId, platform, handle),
    }),
    visible: (found) => found,
    decide({ id, existingId, accounts, isProvenElsewhere }) {
      refuseUnlessNew(existingId, accounts);
      const at = ctx.now();
      const account = newAccount(ctx, { id, platform, handle });
      const method = methodOf(ctx, platform);
      const code = method === 'BIO_CODE' ? newCode(ctx) : null;
      const claim: ClaimRecord | null = code && {
        code: code.code,
        codeExpiresAt: code.expiresAt.toISOString(),
        checksLeft: code.checks,
        checkedAt: null,
      };
      return {
        statements: [
          ...insertClaim({ id, ownerId: userId, platform, handle }, maxAccounts, at),
          ...(code === null ? [] : [storeCode(id, code, at)]),
        ],
        answer: {
          data: {
            ...viewAccount(account, true),
            verification: viewVerification({ account, claim, isProvenElsewhere, method }, at),
          },
        },
      };
    },
  });
}

/** A new code for an account. */
export const newCode = ({ now, settings }: Pick<Ctx, 'now' | 'settings'>) => ({
  code: freshCode(),
  expiresAt: new Date(now().getTime() + settings.OWNERSHIP_CODE_TTL_HOURS * 3_600_000),
  checks: maxChecks,
});

const newAccount = (
  { actor, now }: Ctx,
  { id, platform, handle }: { readonly id: number; readonly platform: Platform; readonly handle: string },
): AccountRecord => ({
  id,
  ownerId: actor.userId,
  platform,
  handle,
  externalId: null,
  title: null,
  followers: null,
  profileAt: null,
  status: 'PENDING',
  isOwnerSuspended: false,
  isVerified: false,
  isUsable: false,
  verifiedVia: null,
  verifiedAt: null,
  avatarUrl: null,
  hasAudience: false,
  hasOtherAudience: false,
  channelId: null,
  isPublic: false,
  createdAt: now().toISOString(),
  version: 1,
  blockedAt: null,
  blockReason: null,
  endedAt: null,
  pictureLeasedUntil: null,
  grant: null,
});
