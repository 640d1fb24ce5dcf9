import { type ChannelsPage, channelsPage } from '../../../db/creators/channels.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewChannel } from './view.ts';

/** The caller's channels, oldest first. */
export async function listChannels(ctx: Ctx, page: ChannelsPage): Promise<Page<ChannelView>> {
  const rows = await ctx.db.read(channelsPage(ctx.actor.userId, page));
  const channels = rows.map(({ channel }) => viewChannel(channel));
  return pageOf(channels, page.limit, ({ id }) => id);
}
