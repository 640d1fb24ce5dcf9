import type { ChannelRecord } from '../../../db/creators/channels.ts';
import { maxChannels } from '../../../schema/creators/channels.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, limitReached, Refusal } from '../../../schema/shared/errors.ts';
import { refusedAddress } from './address-rules.ts';
import {
  type AccountName,
  type ChannelAddress,
  channelAtUrl,
  channelOfHandle,
  isChannelOf,
  urlForms,
  urlsOf,
} from './channel-url.ts';

type Status = ChannelRecord['status'];

/**
 * The transitions of a channel when its creator removes it and when staff blocks or unblocks it: one that is not listed does not exist. A
 * blocked channel cannot be removed, because it could then be added again unblocked.
 */
export const life: Readonly<Record<Status, Readonly<Partial<Record<ChannelMove, Status>>>>> = {
  ACTIVE: { remove: 'REMOVED', block: 'BLOCKED' },
  // Blocks again with another reason.
  BLOCKED: { block: 'BLOCKED', unblock: 'ACTIVE' },
  REMOVED: {},
};
export type ChannelAction = 'remove';
export type ChannelMove = ChannelAction | 'block' | 'unblock';

/** Whether the channel is proven, by itself or by its social account, and so may hide claims of other creators. */
export const isProof = ({ kind, ownership }: Pick<ChannelRecord, 'kind' | 'ownership'>): boolean =>
  kind === 'NATIVE' || ownership === 'VERIFIED';

const actions: readonly ChannelAction[] = ['remove'];

/** The status after a creator's action. Throws INVALID_STATE if the action is not allowed. */
export function afterMove(action: ChannelAction, { status }: Pick<ChannelRecord, 'status'>): Status {
  const to = life[status][action];
  if (to !== undefined) return to;
  throw invalidState(
    status,
    actions.filter((other) => life[status][other] !== undefined),
  );
}

/**
 * The status after staff has blocked or unblocked a channel; null if nothing changes. A channel of an account that its creator has given up
 * does not return: its end has waited for the block.
 */
export function afterBlock(
  move: 'block' | 'unblock',
  { status }: Pick<ChannelRecord, 'status'>,
  isGivenUp: boolean,
): Status | null {
  const to = life[status][move] ?? null;
  return to === 'ACTIVE' && isGivenUp ? 'REMOVED' : to;
}

export interface ManualChannel {
  readonly platform: Platform;
  readonly canonicalUrl?: string | undefined;
  readonly handle?: string | undefined;
}

/** The address of the channel in the body, which has either a URL or a handle. */
export function addressOf({ platform, canonicalUrl, handle = '' }: ManualChannel): ChannelAddress {
  if (canonicalUrl !== undefined) {
    const address = channelAtUrl(platform, canonicalUrl);
    if (address) return address;
    throw refusedAddress('canonicalUrl', canonicalUrl, `must be the address of a channel: ${urlForms(platform)}`);
  }
  const address = channelOfHandle(platform, handle);
  if (!address) throw invalid('handle', `is not the name of a channel on ${platform}`);
  return address;
}

/** YouTube has several addresses for one channel, so a creator with a blocked YouTube channel can add no other one, and put none on an account. */
export function refuseBesideBlocked(
  { platform }: { readonly platform: Platform },
  blockedPlatforms: readonly Platform[],
): void {
  if (platform === 'YOUTUBE' && blockedPlatforms.includes(platform))
    throw new Refusal('ACCOUNT_ACCESS_DENIED', 'Staff has blocked one of your channels on this platform.');
}

/** What a creator has already. */
export interface OwnChannels {
  readonly ownUrls: readonly string[];
  readonly blockedPlatforms: readonly Platform[];
  /** The creator's accounts, whose names and ids the service knows. */
  readonly accounts: readonly AccountName[];
}

/** Refuses a duplicate channel, also by another address of the same one, one above the limit, and one beside a blocked one. */
export function refuseUnlessNew(
  channel: { readonly platform: Platform; readonly canonicalUrl: string },
  { ownUrls, blockedPlatforms, accounts }: OwnChannels,
): void {
  refuseBesideBlocked(channel, blockedPlatforms);
  const same = accounts.filter((account) => isChannelOf(account, channel)).flatMap(urlsOf);
  if ([channel.canonicalUrl, ...same].some((url) => ownUrls.includes(url))) throw new Refusal('CHANNEL_EXISTS');
  if (ownUrls.length >= maxChannels)
    throw limitReached(`A creator has at most ${maxChannels} channels. Remove one first.`, ['remove']);
}
