import { beginChallenge, type OwnershipRecord, ownedChannel } from '../../../db/creators/ownership.ts';
import { facts } from '../../../db/query.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { codeFrom, refuseUnless } from './rules.ts';

/** The caller's channel. Throws RESOURCE_NOT_FOUND for removed channels and channels of others. Ends the verb with a replay. */
export async function readOwned(ctx: Ctx, channelId: number): Promise<OwnershipRecord> {
  const { earlier, channel } = await facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    channel: ownedChannel(ctx.actor.userId, channelId),
  });
  if (!channel) throw notFound();
  replayEarlier(ctx, earlier);
  return channel;
}

/** Starts the proof of a channel with a new code. A failure changes nothing. */
export const challengeOwnership = (ctx: Ctx, { id }: { id: number }) =>
  retryOnConflict(async () => {
    const channel = await readOwned(ctx, id);
    refuseUnless('challenge', channel);
    const code = freshCode();
    const expiresAt = new Date(ctx.now().getTime() + ctx.settings.OWNERSHIP_CODE_TTL_HOURS * 3_600_000);
    const move = { channel, actorId: ctx.actor.userId, at: ctx.now() };
    return commit(ctx, beginChallenge(move, code, expiresAt, channel.ownership !== 'CHALLENGED'), {
      data: { code, placement: 'BIO', expiresAt: expiresAt.toISOString() },
    });
  });

function freshCode(): string {
  for (;;) {
    const code = codeFrom(crypto.getRandomValues(new Uint8Array(24)));
    if (code !== null) return code;
  }
}
