import {
  blockedPlatformsOf,
  type ChannelRecord,
  channelOf,
  channelOnAccount,
  holdAddress,
  putOnAccount,
} from '../../../db/creators/channels.ts';
import { factsOf } from '../../../db/query.ts';
import { type OwnAccount, ownAccount } from '../../../db/social-accounts/accounts.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, notFound, Refusal, unusableAccount } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changeOfChannel } from './change-of-channel.ts';
import { isChannelOf } from './channel-url.ts';
import { refuseBesideBlocked } from './rules.ts';
import { viewChannel } from './view.ts';

interface Input {
  readonly id: number;
  readonly socialAccountId: number;
}

interface Found {
  readonly channel: ChannelRecord;
  readonly account: OwnAccount | null;
  readonly present: ChannelRecord | null;
  readonly blockedPlatforms: readonly Platform[];
}

/** Makes a manual channel the channel of its account. A failure changes nothing. */
export const linkChannel = (ctx: Ctx, { id, socialAccountId }: Input): Promise<{ data: ChannelView }> =>
  mutate(ctx, {
    facts: factsOf({
      channel: channelOf(ctx.actor.userId, id),
      account: ownAccount(ctx.actor.userId, socialAccountId),
      present: channelOnAccount(socialAccountId),
      blockedPlatforms: blockedPlatformsOf(ctx.actor.userId),
    }),
    visible: ({ channel, ...rest }) => (channel === null || channel.status === 'REMOVED' ? null : { channel, ...rest }),
    decide({ channel, account, present, blockedPlatforms }: Found) {
      if (!account) throw notFound();
      if (channel.socialAccountId === socialAccountId)
        return { statements: [], answer: { data: viewChannel(channel) } };
      refuseUnlessOf(account, channel, present);
      refuseBesideBlocked(channel, blockedPlatforms);
      const at = ctx.now();
      const connected = {
        ...channel,
        kind: 'NATIVE',
        socialAccountId,
        version: channel.version + 1,
        updatedAt: at.toISOString(),
      } satisfies ChannelRecord;
      const statements = [holdAddress(channel), ...putOnAccount(connected, at)];
      return changeOfChannel(ctx, connected, statements, { data: viewChannel(connected) });
    },
  });

function refuseUnlessOf(account: OwnAccount, channel: ChannelRecord, present: ChannelRecord | null): void {
  if (!account.isUsable) throw unusableAccount();
  if (channel.status !== 'ACTIVE') throw invalidState(channel.status, []);
  if (channel.kind === 'NATIVE') throw invalidState('NATIVE', ['remove']);
  // Staff decides about the proof first.
  if (channel.ownership === 'PENDING_REVIEW') throw invalidState(channel.ownership, []);
  if (!isChannelOf(account, channel)) throw invalid('socialAccountId', `is not the account of ${channel.canonicalUrl}`);
  if (present !== null) throw new Refusal('CHANNEL_EXISTS', 'The account has a channel already.');
}
