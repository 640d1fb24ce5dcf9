import type { OfferRecord } from '../../../db/campaigns/offers.ts';
import type { PostRecord } from '../../../db/campaigns/posts.ts';
import type { AccountRecord } from '../../../db/social-accounts/accounts.ts';
import { type PostAction, type PostStatus, postActionsOf } from '../../../schema/campaigns/campaign-terms.ts';
import type { MediaType, Visibility } from '../../../schema/metrics/readings.ts';
import { isStory } from '../../../schema/metrics/stories.ts';
import type { Party, Platform } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, missing, Refusal, unusableAccount } from '../../../schema/shared/errors.ts';
import { refusedAddress } from '../../creators/channels/address-rules.ts';
import { type Content, contentAtUrl } from '../../social-accounts/content-url-rules.ts';
import { withoutGrant } from '../offers/rules.ts';

/**
 * The advertiser's decisions and the creator's withdrawal, and the status after each. One that is not listed is not allowed. Without a
 * decision the service decides after decideBy. A post that its platform does not show is UNAVAILABLE. When it is shown again, it returns to
 * its former status. Only an undecided one can be withdrawn.
 */
export const life: Readonly<Record<PostStatus, Readonly<Partial<Record<PostAction, PostStatus>>>>> = {
  ON_MODERATION: { accept: 'ACCEPTED', reject: 'REJECTED', withdraw: 'REJECTED' },
  ACCEPTED: {},
  REJECTED: {},
  UNAVAILABLE: { withdraw: 'REJECTED' },
};

type Decidable = Pick<PostRecord, 'status' | 'decidedAt' | 'accountStatus' | 'isAccountUsable' | 'isCreatorSuspended'>;

/** The status that forbids an action: of the post, of its account, or SUSPENDED for its creator; null if the action is allowed. */
function obstacleTo(action: PostAction, post: Decidable): string | null {
  if (life[post.status][action] === undefined || post.decidedAt !== null) return post.status;
  if (post.isCreatorSuspended) return 'SUSPENDED';
  return action === 'accept' && !post.isAccountUsable ? post.accountStatus : null;
}

/** A post whose account is not active cannot be accepted. While its creator is suspended, no decision is allowed. */
export const allowedActions = (party: Party, post: Decidable): PostAction[] =>
  postActionsOf[party].filter((action) => obstacleTo(action, post) === null);

/** Throws INVALID_STATE if the party may not do this now. */
export function refuseDecision(party: Party, action: PostAction, post: Decidable): void {
  const obstacle = obstacleTo(action, post);
  if (obstacle !== null) throw invalidState(obstacle, allowedActions(party, post));
}

const hourMs = 3_600_000;

/** When the service decides about a post that is submitted now. */
export const decideByOf = (
  now: Date,
  { MODERATION_WINDOW_HOURS }: { readonly MODERATION_WINDOW_HOURS: number },
): Date => new Date(now.getTime() + MODERATION_WINDOW_HOURS * hourMs);

/** Returns when the creator took the offer. Throws INVALID_STATE if the creator has not taken it. */
export function refuseUntaken({ takenAt }: Pick<OfferRecord, 'takenAt'>): Date {
  if (takenAt !== null) return new Date(takenAt);
  throw new Refusal('INVALID_STATE', 'Take the campaign offer first: only posts that you publish afterwards count.', {
    status: 'NOT_TAKEN',
    allowedActions: ['take'],
  });
}

type Account = Pick<AccountRecord, 'id' | 'platform' | 'isUsable'>;

/** Refuses an account that cannot submit posts to the campaign. */
export function refuseAccount(
  { id, platform, isUsable }: Account,
  { platforms, accounts }: Pick<OfferRecord, 'platforms' | 'accounts'>,
  needsConsent: (platform: Platform) => boolean,
): void {
  if (!isUsable) throw unusableAccount();
  if (!platforms.includes(platform)) throw invalid('socialAccountId', `the campaign takes no posts of ${platform}`);
  const fitting = accounts.find((account) => account.id === id) ?? missing('an account that fits');
  if (needsConsent(platform) && !(fitting.isGranted && fitting.isShared)) throw withoutGrant();
}

interface Reading {
  readonly ownerExternalId: string | null;
  readonly publishedAt: Date;
  readonly visibility: Visibility;
  readonly mediaType: MediaType;
}

const unproven = (message: string) => new Refusal('INVALID_PROOF', message);

/** Refuses an address that cannot be a post of the account. */
export function contentOf({ platform, handle }: Pick<AccountRecord, 'platform' | 'handle'>, url: string): Content {
  const content = contentAtUrl(platform, url);
  if (content === null) throw refusedAddress('url', url, `must be the public https address of a post on ${platform}`);
  const { author, isClip } = content;
  if (author !== null && author.toLowerCase() !== handle.toLowerCase())
    throw unproven(`The address names the author ${author}, but the account is ${handle}.`);
  if (isClip) throw unproven('A clip cannot be submitted. Send the address of the whole recording.');
  return content;
}

/** The post as its platform states it. Refuses it unless it is public and its account has published it after the offer was taken. */
export function provenPost(
  reading: Reading | 'GONE' | 'PRIVATE',
  { externalId, platform, contentId }: Pick<AccountRecord, 'externalId' | 'platform'> & Pick<Content, 'contentId'>,
  takenAt: Date,
): Reading & { readonly ownerExternalId: string } {
  if (reading === 'GONE' && isStory(platform, contentId))
    throw unproven('The platform shows no story at this address. Submit a story while it is shown, for 24 hours.');
  if (reading === 'GONE') throw unproven('The platform has no post at this address. Check the address.');
  if (reading !== 'PRIVATE' && reading.visibility === 'UPCOMING')
    throw unproven('The video is announced and not shown yet. Submit it when it is shown.');
  if (reading === 'PRIVATE' || reading.visibility !== 'PUBLIC')
    throw unproven('The post is not public. Make it public, then submit it again.');
  const { ownerExternalId } = reading;
  if (ownerExternalId === null || ownerExternalId !== externalId)
    throw unproven('The platform does not confirm that this account has published the post.');
  // Platforms state times in whole seconds.
  if (seconds(reading.publishedAt) < seconds(takenAt))
    throw unproven(
      `The post was published at ${reading.publishedAt.toISOString()}, before you took the campaign offer.`,
    );
  return { ...reading, ownerExternalId };
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
