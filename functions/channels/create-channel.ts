import { sql } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../db/catalog.ts';
import { addChannel, blockedPlatformsOf, channelUrlsOf, holdAddress, refreshClaims } from '../../db/channels.ts';
import { row } from '../../db/client.ts';
import { freshIds } from '../../db/fresh-ids.ts';
import { type OwnAccount, ownAccount } from '../../db/social-accounts.ts';
import { channels } from '../../db/tables/channels.ts';
import { type ChannelRecord, type ChannelView, mostChannels, type NewChannel } from '../../schema/channels.ts';
import type { Platform } from '../../schema/enums.ts';
import { invalid, notFound, Refusal } from '../../schema/errors.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { rebuildCatalog } from '../rebuild-catalog.ts';
import { channelOfAccount } from './channel-url.ts';
import { addressOf, isProof, refuseUnlessNew } from './rules.ts';
import { viewChannel } from './view.ts';

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly ids: readonly number[];
  readonly ownUrls: readonly string[];
  readonly blockedPlatforms: readonly Platform[];
  readonly account: OwnAccount | null;
}

type Place = Pick<ChannelRecord, 'kind' | 'platform' | 'handle' | 'canonicalUrl' | 'socialAccountId'>;

/** The creator has this channel beside its others, or nothing changed. */
export async function createChannel(ctx: Ctx, input: NewChannel): Promise<{ data: ChannelView }> {
  const manual: Place | null =
    input.kind === 'MANUAL'
      ? { kind: 'MANUAL', platform: input.platform, ...addressOf(input), socialAccountId: null }
      : null;
  const accountId = input.kind === 'NATIVE' ? input.socialAccountId : null;
  return settleRace(async () => {
    const facts = await row<Facts>(
      ctx.db,
      sql`select ${earlierAnswer(ctx)} as earlier, ${freshIds(channels, sql`1`)} as ids,
            ${channelUrlsOf(ctx.actor.userId)} as "ownUrls", ${blockedPlatformsOf(ctx.actor.userId)} as "blockedPlatforms", ${ownAccount(ctx.actor.userId, accountId)} as account`,
    );
    replayEarlier(ctx, facts.earlier);
    const place = manual ?? placeOf(facts.account);
    refuseUnlessNew(place, facts.ownUrls, facts.blockedPlatforms);
    const at = ctx.now();
    const channel: ChannelRecord = {
      ...place,
      id: facts.ids[0] ?? 0,
      creatorId: ctx.actor.userId,
      status: 'ACTIVE',
      ownership: 'NONE',
      version: 1,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      blockedAt: null,
      blockReason: null,
    };
    const statements = [holdAddress(channel), ...addChannel(channel, mostChannels, at)];
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
  if (!address) throw invalid('socialAccountId', 'has no public address that could be shown');
  return { kind: 'NATIVE', platform: account.platform, ...address, socialAccountId: account.id };
}
