import { type ChannelRecord, changeStatus, channelOf, holdAddress } from '../../../db/creators/channels.ts';
import { factsOf } from '../../../db/query.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changeOfChannel } from './change-of-channel.ts';
import { afterMove, isProof } from './rules.ts';
import { viewChannel } from './view.ts';

/** Removes a channel and stops the sale of its services. A failure changes nothing. */
export const deleteChannel = (ctx: Ctx, { id }: { id: number }): Promise<{ data: ChannelView }> =>
  mutate(ctx, {
    facts: factsOf({ channel: channelOf(ctx.actor.userId, id) }),
    visible: ({ channel }) => channel,
    decide(channel) {
      if (channel.status === 'REMOVED') throw notFound();
      const at = ctx.now();
      const removed: ChannelRecord = {
        ...channel,
        status: afterMove('remove', channel),
        version: channel.version + 1,
        updatedAt: at.toISOString(),
      };
      const statements = [...(isProof(channel) ? [holdAddress(channel)] : []), ...changeStatus(removed, at)];
      return changeOfChannel(ctx, channel, statements, { data: viewChannel(removed) });
    },
  });
