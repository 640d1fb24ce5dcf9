import {
  addChannel,
  blockedPlatformsOf,
  type ChannelRecord,
  channelUrlsOf,
  holdAddress,
} from '../../../db/creators/channels.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { namesOfAccounts, type OwnAccount, ownAccount } from '../../../db/social-accounts/accounts.ts';
import { channels } from '../../../db/tables/channels.ts';
import { type ChannelView, maxChannels, type NewChannel } from '../../../schema/creators/channels.ts';
import { invalid, notFound, unusableAccount } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changeOfChannel } from './change-of-channel.ts';
import { channelOfAccount } from './channel-url.ts';
import { addressOf, refuseUnlessNew } from './rules.ts';
import { viewChannel } from './view.ts';

type Place = Pick<ChannelRecord, 'kind' | 'platform' | 'handle' | 'canonicalUrl' | 'socialAccountId'>;

/** Adds a channel to the creator. A failure changes nothing. */
export async function createChannel(ctx: Ctx, input: NewChannel): Promise<{ data: ChannelView }> {
  const manual: Place | null =
    input.kind === 'MANUAL'
      ? { kind: 'MANUAL', platform: input.platform, ...addressOf(input), socialAccountId: null }
      : null;
  const accountId = input.kind === 'NATIVE' ? input.socialAccountId : null;
  return mutate(ctx, {
    facts: factsOf({
      id: freshId(channels),
      ownUrls: channelUrlsOf(ctx.actor.userId),
      blockedPlatforms: blockedPlatformsOf(ctx.actor.userId),
      account: ownAccount(ctx.actor.userId, accountId),
      accounts: namesOfAccounts(ctx.actor.userId),
    }),
    visible: (found) => found,
    decide(found) {
      const place = manual ?? placeOf(found.account);
      refuseUnlessNew(place, found);
      const channel = newChannel(ctx, found.id, place);
      const statements = [holdAddress(channel), ...addChannel(channel, maxChannels, ctx.now())];
      return changeOfChannel(ctx, channel, statements, { data: viewChannel(channel) });
    },
  });
}

function newChannel(ctx: Ctx, id: number, place: Place): ChannelRecord {
  const at = ctx.now().toISOString();
  return {
    ...place,
    id,
    creatorId: ctx.actor.userId,
    status: 'ACTIVE',
    ownership: 'NONE',
    version: 1,
    createdAt: at,
    updatedAt: at,
    blockedAt: null,
    blockReason: null,
  };
}

function placeOf(account: OwnAccount | null): Place {
  if (!account) throw notFound();
  if (!account.isUsable) throw unusableAccount();
  const address = channelOfAccount(account);
  if (!address) throw invalid('socialAccountId', 'has no public address');
  return { kind: 'NATIVE', platform: account.platform, ...address, socialAccountId: account.id };
}
