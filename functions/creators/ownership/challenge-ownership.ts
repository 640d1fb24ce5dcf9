import { beginChallenge, type OwnershipRecord, ownedChannel } from '../../../db/creators/ownership.ts';
import { factsOf } from '../../../db/query.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { freshCode } from '../../social-accounts/index.ts';
import { refuseUnless } from './rules.ts';

/** The caller's channel. Removed channels and channels of others are RESOURCE_NOT_FOUND. */
export const owned = (ctx: Ctx, channelId: number) => ({
  facts: factsOf({ channel: ownedChannel(ctx.actor.userId, channelId) }),
  visible: ({ channel }: { readonly channel: OwnershipRecord | null }) => channel,
});

/** Starts the proof of a channel with a new code. A failure changes nothing. */
export const challengeOwnership = (ctx: Ctx, { id }: { id: number }) =>
  mutate(ctx, {
    ...owned(ctx, id),
    decide(channel) {
      refuseUnless('challenge', channel);
      const code = freshCode();
      const expiresAt = new Date(ctx.now().getTime() + ctx.settings.OWNERSHIP_CODE_TTL_HOURS * 3_600_000);
      const move = { channel, actorId: ctx.actor.userId, at: ctx.now() };
      return {
        statements: beginChallenge(move, code, expiresAt, channel.ownership !== 'CHALLENGED'),
        answer: { data: { code, placement: 'BIO', expiresAt: expiresAt.toISOString() } },
      };
    },
  });
