import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import {
  addChannel,
  blockedPlatformsOf,
  type ChannelRecord,
  channelUrlsOf,
  holdAddress,
  refreshClaims,
} from '../../../db/creators/channels.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { facts } from '../../../db/query.ts';
import { type OwnAccount, ownAccount } from '../../../db/social-accounts/accounts.ts';
import { channels } from '../../../db/tables/channels.ts';
import { type ChannelView, maxChannels, type NewChannel } from '../../../schema/creators/channels.ts';
import { invalid, notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { rebuildCatalog } from '../../rebuild-catalog.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { channelOfAccount } from './channel-url.ts';
import { addressOf, isProof, refuseUnlessNew } from './rules.ts';
import { viewChannel } from './view.ts';

type Place = Pick<ChannelRecord, 'kind' | 'platform' | 'handle' | 'canonicalUrl' | 'socialAccountId'>;

/** Adds a channel to the creator. A failure changes nothing. */
export async function createChannel(ctx: Ctx, input: NewChannel): Promise<{ data: ChannelView }> {
  const manual: Place | null =
    input.kind === 'MANUAL'
      ? { kind: 'MANUAL', platform: input.platform, ...addressOf(input), socialAccountId: null }
      : null;
  const accountId = input.kind === 'NATIVE' ? input.socialAccountId : null;
  return retryOnConflict(async () => {
    const found = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      id: freshId(channels),
      ownUrls: channelUrlsOf(ctx.actor.userId),
      blockedPlatforms: blockedPlatformsOf(ctx.actor.userId),
      account: ownAccount(ctx.actor.userId, accountId),
    });
    replayEarlier(ctx, found.earlier);
    const place = manual ?? placeOf(found.account);
    refuseUnlessNew(place, found.ownUrls, found.blockedPlatforms);
    const at = ctx.now();
    const channel: ChannelRecord = {
      ...place,
      id: found.id,
      creatorId: ctx.actor.userId,
      status: 'ACTIVE',
      ownership: 'NONE',
      version: 1,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      blockedAt: null,
      blockReason: null,
    };
    const statements = [holdAddress(channel), ...addChannel(channel, maxChannels, at)];
    if (!isProof(channel))
      return commit(ctx, [...statements, refreshCatalog(channel.creatorId, at)], { data: viewChannel(channel) });
    const answer = await commit(ctx, [...statements, refreshClaims(channel.id, at)], { data: viewChannel(channel) });
    rebuildCatalog(ctx);
    return answer;
  });
}

function placeOf(account: OwnAccount | null): Place {
  if (!account) throw notFound();
  if (!account.isUsable) throw new Refusal('ACCOUNT_ACCESS_DENIED', 'The social account is not active and verified.');
  const address = channelOfAccount(account);
  if (!address) throw invalid('socialAccountId', 'has no public address');
  return { kind: 'NATIVE', platform: account.platform, ...address, socialAccountId: account.id };
}
