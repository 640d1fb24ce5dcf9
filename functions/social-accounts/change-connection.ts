import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { factsOf } from '../../db/query.ts';
import { type AccountRecord, accountOf } from '../../db/social-accounts/accounts.ts';
import { confirmSharing, endGrant, sealedTokensOf } from '../../db/social-accounts/connections.ts';
import type { SocialAccountView } from '../../schema/social-accounts/account.ts';
import { sharingVersion } from '../../schema/social-accounts/sharing-text.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { withoutProfile, withProfileOf } from './kept-answers.ts';
import { shownNow } from './list-accounts.ts';
import { isOffered } from './open-platform.ts';
import { revokeLater } from './revoke-later.ts';
import { refuseWithoutGrant, withoutGrant } from './rules.ts';
import { changeConsent, refuseEarlierText } from './share-accounts.ts';
import { viewAccount } from './view.ts';

type Answer = Promise<{ data: SocialAccountView }>;

/** Ends the connection of an account. The commit deletes its tokens, and the profile and the audience that were read with them. */
export const endConnection = (ctx: Ctx, { id }: { id: number }): Answer =>
  mutate(ctx, {
    facts: factsOf({ account: accountOf(ctx.actor.userId, id), tokens: sealedTokensOf(id) }),
    visible: ({ account, tokens }) => account && { account, tokens },
    replay: (kept: Kept, { account }) => replayed(ctx, kept, account),
    async decide({ account, tokens }) {
      const grant = refuseWithoutGrant(account, ['ACTIVE', 'EXPIRED']);
      const at = ctx.now();
      const ended = { ...grant, status: 'REVOKED' as const, sharingVersion: null, sharedAt: null };
      return {
        statements: [...endGrant(id, 'CREATOR', at, tokens), refreshCatalog(account.ownerId, at)],
        isNotifying: true,
        ...(await answered(ctx, withoutGrant({ ...account, grant: ended }))),
        after: () => revokeLater(ctx, account, tokens),
      };
    },
  });

interface Sharing {
  readonly id: number;
  readonly enabled: boolean;
  readonly sharingVersion?: string | undefined;
}

/** Gives or withdraws the consent to show others what is read under the connection. */
export const shareMetrics = (ctx: Ctx, { id, enabled, sharingVersion: readVersion }: Sharing): Answer =>
  mutate(ctx, {
    facts: factsOf({ account: accountOf(ctx.actor.userId, id) }),
    visible: ({ account }) => account,
    replay: (kept: Kept, account) => replayed(ctx, kept, account),
    async decide(account) {
      refuseEarlierText(enabled, readVersion);
      const grant = refuseWithoutGrant(account, ['ACTIVE']);
      const at = ctx.now();
      const isGiven = grant.sharingVersion !== null;
      const shared = enabled
        ? { sharingVersion, sharedAt: at.toISOString() }
        : { sharingVersion: null, sharedAt: null };
      const isChanged = enabled ? grant.sharingVersion !== sharingVersion : isGiven;
      const change = {
        isGiven: enabled,
        version: enabled ? sharingVersion : (grant.sharingVersion ?? sharingVersion),
      };
      return {
        statements: isChanged ? changeConsent(account.ownerId, [id], change, at) : [confirmSharing(id, at)],
        ...(await answered(ctx, isChanged ? { ...account, grant: { ...grant, ...shared } } : account)),
      };
    },
  });

type Kept = { readonly data: SocialAccountView };

const viewNow = async (ctx: Ctx, account: AccountRecord): Promise<SocialAccountView> =>
  viewAccount(await shownNow(ctx, account), isOffered(ctx, account.platform));

/** The answer about an account, and what is stored with its Idempotency-Key. */
export async function answered(
  ctx: Ctx,
  account: AccountRecord,
): Promise<{ readonly answer: Kept; readonly kept: Kept }> {
  const data = await viewNow(ctx, account);
  return { answer: { data }, kept: { data: withoutProfile(data) } };
}

/** A repeated answer about an account. */
export const replayed = async (ctx: Ctx, { data }: Kept, account: AccountRecord): Promise<Kept> => ({
  data: withProfileOf(data, await viewNow(ctx, account)),
});
