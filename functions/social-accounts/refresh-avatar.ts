import { leaseFor } from '../../db/leases.ts';
import { facts } from '../../db/query.ts';
import { type AccountRecord, formerAccountOf } from '../../db/social-accounts/accounts.ts';
import { leasePicture } from '../../db/social-accounts/avatars.ts';
import { readGrantAccess, touchGrant } from '../../db/social-accounts/grant-access.ts';
import { renewPublicProfile } from '../../db/social-accounts/profile-ages.ts';
import { notFound, Refusal } from '../../schema/shared/errors.ts';
import type { SocialAccountView } from '../../schema/social-accounts/account.ts';
import { pictureRefreshSeconds } from '../../schema/social-accounts/account-limits.ts';
import type { Ctx } from '../context.ts';
import { isRefusedGrant } from '../platform/social/index.ts';
import { accountRef, downloadPicture, readProfile } from './download-picture.ts';
import { shownNow } from './list-accounts.ts';
import { openPlatform, readersOf } from './open-platform.ts';
import { refuseUnusable } from './rules.ts';
import { storePicture } from './store-picture.ts';
import { withGrant } from './usable-grant.ts';
import { viewAccount } from './view.ts';

/**
 * Fetches the platform's current picture for the account, its owner's profile and page. After a failure they keep the previous one. Title and
 * number of followers, which a platform shows everyone, are stored after the answer.
 */
export async function refreshAvatar(ctx: Ctx, input: { id: number }): Promise<{ data: SocialAccountView }> {
  const { userId } = ctx.actor;
  const { account } = await facts(ctx.db, { account: formerAccountOf(userId, input.id) });
  if (!account) throw notFound();
  refuseUnusable(account);
  const asker = readersOf(ctx).byGrant.includes(account.platform) ? 'GRANT' : 'APP';
  const platform = openPlatform(ctx, account.platform, userId, asker);
  const access = asker === 'APP' ? null : await readGrantAccess(ctx.db, account.id);
  if (!platform || (asker === 'GRANT' && access === null)) throw notAvailable();
  await lease(ctx, account);
  if (access !== null) ctx.defer(ctx.db.transaction([touchGrant(account.id, ctx.now())]));

  const at = ctx.now();
  const profile =
    access === null
      ? await readProfile(platform, accountRef(account), 'APP')
      : await withGrant(ctx, access, (by) => readProfile(platform, 'OWN', by)).catch((error) => {
          throw isRefusedGrant(error) ? notAvailable() : error;
        });
  const picture = await downloadPicture(platform, profile);
  const storing = { isChosen: true, isByGrant: access !== null, later: ctx.defer };
  const avatarUrl = await storePicture(ctx, { ...account, ownerId: userId }, picture, storing);
  if (access === null) ctx.defer(ctx.db.transaction([renewPublicProfile(account.id, profile, at)]));
  return { data: viewAccount(await shownNow(ctx, { ...account, avatarUrl }), true) };
}

const notAvailable = () =>
  new Refusal(
    'WRITE_NOT_AVAILABLE_FOR_FEATURE',
    'The picture is not available: this deployment does not support the platform, or the account must be connected first.',
  );

/** Allows one attempt per minute, successful or not. */
async function lease({ db, now }: Ctx, { id, pictureLeasedUntil }: AccountRecord): Promise<void> {
  const leasedUntil = pictureLeasedUntil === null ? null : new Date(pictureLeasedUntil);
  const wanted = leaseFor(now(), pictureRefreshSeconds);
  if (await leasePicture(db, id, wanted)) return;
  // The loser of a race read the end of an older lease, or none.
  const freeAt = leasedUntil !== null && leasedUntil > now() ? leasedUntil : wanted.leasedUntil;
  const message = 'The last refresh was less than a minute ago. Try again later.';
  throw new Refusal('RATE_LIMITED', message, {
    retryAfterSeconds: Math.ceil((freeAt.getTime() - now().getTime()) / 1_000),
  });
}
