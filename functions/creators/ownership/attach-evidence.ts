import { ownedChannel, replaceEvidence } from '../../../db/creators/ownership.ts';
import { facts } from '../../../db/query.ts';
import { uploadsOf } from '../../../db/uploads/records.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { refuseUnless, refuseUnverified } from './rules.ts';

export interface Evidence {
  readonly id: number;
  readonly uploadIds: readonly string[];
  readonly note?: string | undefined;
}

/** Replaces the evidence for the channel with these files. A failure changes nothing. */
export const attachEvidence = (ctx: Ctx, { id, uploadIds, note: given }: Evidence) =>
  retryOnConflict(async () => {
    const { userId } = ctx.actor;
    const { earlier, channel, uploads } = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      channel: ownedChannel(userId, id),
      uploads: uploadsOf({ channelId: id }, uploadIds, userId),
    });
    const note = given ?? null;
    if (!channel) throw notFound();
    replayEarlier(ctx, earlier);
    refuseUnless('evidence', channel);
    refuseUnverified(uploadIds, uploads);
    const move = { channel, actorId: userId, at: ctx.now() };
    return commit(ctx, replaceEvidence(move, uploadIds, note), {
      data: { uploadIds, note, ownership: channel.ownership },
    });
  });
