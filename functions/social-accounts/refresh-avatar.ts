import { type AccountRow, readAccount } from '../../db/social-accounts/accounts.ts';
import { claimAsk } from '../../db/social-accounts/avatars.ts';
import { notFound, Refusal } from '../../schema/shared/errors.ts';
import { pictureRestSeconds, type SocialAccountView } from '../../schema/social-accounts/social-accounts.ts';
import type { Ctx } from '../context.ts';
import { openPlatform } from './open-platform.ts';
import { addressForOwner } from './picture-address.ts';
import { storePicture } from './store-picture.ts';
import { accountRef, takePicture } from './take-picture.ts';
import { viewAccount } from './view.ts';

/** The account, its owner's profile and page show the picture that the platform has now, or what they showed before. */
export async function refreshAvatar(ctx: Ctx, input: { id: number }): Promise<{ data: SocialAccountView }> {
  const { userId } = ctx.actor;
  const account = await readAccount(ctx.db, userId, input.id);
  if (!account) throw notFound();
  if (!account.isUsable) throw new Refusal('ACCOUNT_ACCESS_DENIED', 'The social account is not active and verified.');
  const platform = openPlatform(ctx, account.platform, userId);
  if (!platform)
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'No pictures can be taken from this platform at the moment.');
  await claim(ctx, account);

  const picture = await takePicture(platform, accountRef(account));
  const storing = { isChosen: true, later: ctx.defer };
  const avatarUrl = await storePicture(ctx, { ...account, ownerId: userId }, picture, storing);
  const shown = await addressForOwner(ctx, { url: avatarUrl, isPublic: account.isPublic });
  return { data: viewAccount({ ...account, avatarUrl: shown }, true) };
}

/** Of any that ask within a minute one does: an attempt counts whatever comes of it. */
async function claim({ db, now }: Ctx, { id, pictureAskedAt }: AccountRow): Promise<void> {
  const restMs = pictureRestSeconds * 1_000;
  const notSince = new Date(now().getTime() - restMs);
  if (await claimAsk(db, id, now(), notSince)) return;
  // Who lost to one that asks at this moment has read of an older attempt, or of none.
  const askedAt = pictureAskedAt !== null && pictureAskedAt > notSince ? pictureAskedAt : now();
  const leftMs = askedAt.getTime() + restMs - now().getTime();
  const message = 'The picture was asked for less than a minute ago.';
  throw new Refusal('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}
