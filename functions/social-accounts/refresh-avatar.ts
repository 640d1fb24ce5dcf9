import { type AccountRow, readAccount } from '../../db/social-accounts/accounts.ts';
import { claimAsk } from '../../db/social-accounts/avatars.ts';
import { notFound, Refusal } from '../../schema/shared/errors.ts';
import { pictureRestSeconds, type SocialAccountView } from '../../schema/social-accounts/social-accounts.ts';
import type { Ctx } from '../context.ts';
import { accountRef, downloadPicture } from './download-picture.ts';
import { openPlatform } from './open-platform.ts';
import { addressForOwner } from './picture-address.ts';
import { storePicture } from './store-picture.ts';
import { viewAccount } from './view.ts';

/** Fetches the platform's current picture for the account, its owner's profile and page. After a failure they keep the previous one. */
export async function refreshAvatar(ctx: Ctx, input: { id: number }): Promise<{ data: SocialAccountView }> {
  const { userId } = ctx.actor;
  const account = await readAccount(ctx.db, userId, input.id);
  if (!account) throw notFound();
  if (!account.isUsable) throw new Refusal('ACCOUNT_ACCESS_DENIED', 'The social account is not active and verified.');
  const platform = openPlatform(ctx, account.platform, userId);
  if (!platform)
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Pictures of this platform are not available at the moment.');
  await claim(ctx, account);

  const picture = await downloadPicture(platform, accountRef(account));
  const storing = { isChosen: true, later: ctx.defer };
  const avatarUrl = await storePicture(ctx, { ...account, ownerId: userId }, picture, storing);
  const shown = await addressForOwner(ctx, { url: avatarUrl, isPublic: account.isPublic });
  return { data: viewAccount({ ...account, avatarUrl: shown }, true) };
}

/** Allows one attempt per minute, successful or not. */
async function claim({ db, now }: Ctx, { id, pictureAskedAt }: AccountRow): Promise<void> {
  const restMs = pictureRestSeconds * 1_000;
  const notSince = new Date(now().getTime() - restMs);
  if (await claimAsk(db, id, now(), notSince)) return;
  // The loser of a race read the time of an older attempt, or none.
  const askedAt = pictureAskedAt !== null && pictureAskedAt > notSince ? pictureAskedAt : now();
  const leftMs = askedAt.getTime() + restMs - now().getTime();
  const message = 'The last refresh was less than a minute ago. Try again later.';
  throw new Refusal('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}
