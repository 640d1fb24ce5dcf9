import { maxFactoryAccounts, maxPosts } from '../../../schema/factories/factory-terms.ts';
import type { MediaType, Visibility } from '../../../schema/metrics/readings.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import { alreadyThere, limitReached, Refusal } from '../../../schema/shared/errors.ts';
import { refusedAddress } from '../../creators/channels/address-rules.ts';
import { type Content, contentAtUrl } from '../../social-accounts/content-url-rules.ts';

/** The post at an address in a request. No two platforms have addresses of the same host. */
export function postAt(url: string): Content & { readonly platform: Platform } {
  for (const platform of platforms) {
    const content = contentAtUrl(platform, url);
    if (content === null) continue;
    if (content.isClip) throw unproven('A clip has no metrics here. Send the address of the whole recording.');
    return { ...content, platform };
  }
  throw refusedAddress('url', url, 'must be the public https address of a post');
}

interface Reading {
  readonly ownerExternalId: string | null;
  readonly publishedAt: Date;
  readonly visibility: Visibility;
  readonly mediaType: MediaType;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly hashtags: readonly string[];
}

/** The post as its platform shows it. Refuses it unless it is public and the platform names its account. */
export function shownPost<Shown extends Reading>(
  reading: Shown | 'GONE' | 'PRIVATE',
): Shown & { readonly ownerExternalId: string } {
  if (reading === 'GONE') throw unproven('The platform has no post at this address. Check the address.');
  if (reading !== 'PRIVATE' && reading.visibility === 'UPCOMING')
    throw unproven('The video is announced and not shown yet. Add it when it is shown.');
  if (reading === 'PRIVATE' || reading.visibility !== 'PUBLIC')
    throw unproven('The post is not public. Only public posts can be tracked.');
  const { ownerExternalId } = reading;
  if (ownerExternalId === null) throw unproven('The platform does not name the account that has published the post.');
  return { ...reading, ownerExternalId };
}

const unproven = (message: string) => new Refusal('INVALID_PROOF', message);

export const alreadyWatched = (existingId: number) =>
  alreadyThere('The factory has this post already.', existingId, 'POST_EXISTS');

/** Refuses to remove one post of an account in mode ACCOUNT. */
export function refuseWhole({ mode }: { readonly mode: 'ACCOUNT' | 'LISTED' }): void {
  if (mode === 'ACCOUNT')
    throw new Refusal(
      'INVALID_STATE',
      'The factory watches all posts of this account, and would find the post again. Remove the account instead.',
      { status: mode, allowedActions: [] },
    );
}

export const postLimits = { accounts: maxFactoryAccounts, ...maxPosts } as const;

export const tooManyPosts = () =>
  limitReached(`A factory has at most ${maxPosts.ofFactory} posts. Remove an account or a post first.`);

export const tooManyPostsOfAccount = () =>
  limitReached(`A factory tracks at most ${maxPosts.ofAccount} posts of an account. Remove a post first.`);
