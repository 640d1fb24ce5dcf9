import type { ChannelRecord } from '../../../db/creators/channels.ts';
import { maxChannels } from '../../../schema/creators/channels.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, limitReached, Refusal } from '../../../schema/shared/errors.ts';
import { type ChannelAddress, channelAtUrl, channelOfHandle, urlForms } from './channel-url.ts';

type Status = ChannelRecord['status'];

/**
 * Where a channel goes when its creator removes it, and when staff blocks it or not: a move that is not written here does not
 * exist. A blocked one cannot be removed, or it would be added again unblocked.
 */
export const life: Readonly<Record<Status, Readonly<Partial<Record<ChannelMove, Status>>>>> = {
  ACTIVE: { remove: 'REMOVED', block: 'BLOCKED' },
  // Once more with another reason.
  BLOCKED: { block: 'BLOCKED', unblock: 'ACTIVE' },
  REMOVED: {},
};
export type ChannelAction = 'remove';
export type ChannelMove = ChannelAction | 'block' | 'unblock';

/** The channel is proven, itself or by its social account, and so may hide the claims of other creators. */
export const isProof = ({ kind, ownership }: Pick<ChannelRecord, 'kind' | 'ownership'>): boolean =>
  kind === 'NATIVE' || ownership === 'VERIFIED';

const actions: readonly ChannelAction[] = ['remove'];

/** Where the creator's action leads, or INVALID_STATE. */
export function afterMove(action: ChannelAction, { status }: Pick<ChannelRecord, 'status'>): Status {
  const to = life[status][action];
  if (to !== undefined) return to;
  throw invalidState(
    status,
    actions.filter((other) => life[status][other] !== undefined),
  );
}

export interface ManualChannel {
  readonly platform: Platform;
  readonly canonicalUrl?: string | undefined;
  readonly handle?: string | undefined;
}

/** Where the channel is that the creator describes; its body holds one of the two. */
export function addressOf({ platform, canonicalUrl, handle = '' }: ManualChannel): ChannelAddress {
  if (canonicalUrl !== undefined) {
    const address = channelAtUrl(platform, canonicalUrl);
    if (address) return address;
    throw invalid('canonicalUrl', `must be the address of a channel: ${urlForms(platform)}`);
  }
  const address = channelOfHandle(platform, handle);
  if (!address) throw invalid('handle', `is not the name of a channel on ${platform}`);
  return address;
}

/**
 * The channel is new to its creator, who has room for it. YouTube has several addresses for one channel: while one of the
 * creator's is blocked there, no other is taken.
 */
export function refuseUnlessNew(
  { platform, canonicalUrl }: { readonly platform: Platform; readonly canonicalUrl: string },
  ownUrls: readonly string[],
  blockedPlatforms: readonly Platform[],
): void {
  if (platform === 'YOUTUBE' && blockedPlatforms.includes(platform))
    throw new Refusal('ACCOUNT_ACCESS_DENIED', 'Staff has blocked a channel of yours on this platform.');
  if (ownUrls.includes(canonicalUrl)) throw new Refusal('CHANNEL_EXISTS');
  if (ownUrls.length >= maxChannels)
    throw limitReached(`A creator has at most ${maxChannels} channels. Remove one first.`, ['remove']);
}
