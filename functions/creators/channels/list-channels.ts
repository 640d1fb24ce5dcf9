import { channelsPage } from '../../../db/creators/channels.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewChannel } from './view.ts';

export interface ListChannelsInput {
  readonly limit: number;
  readonly cursor?: number | 'invalid' | undefined;
}

/** The caller's channels, oldest first. */
export async function listChannels(ctx: Ctx, { limit, cursor }: ListChannelsInput): Promise<Page<ChannelView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const rows = await ctx.db.read(channelsPage(ctx.actor.userId, { limit, cursor }));
  const channels = rows.map(({ channel }) => viewChannel(channel));
  return pageOf(channels, limit, ({ id }) => id);
}
