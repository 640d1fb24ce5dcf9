import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { beginChallenge, ownedChannel } from '../../db/ownership.ts';
import { notFound } from '../../schema/errors.ts';
import type { OwnershipRecord } from '../../schema/ownership-records.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { codeFrom, refuseUnless } from './rules.ts';

/** The facts of whatever a creator does about the ownership of a channel. */
export interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly channel: OwnershipRecord | null;
}

/** The channel of the caller; one of somebody else, or a removed one, is as good as none. Ends the verb with a replay. */
export async function readOwned(ctx: Ctx, channelId: number): Promise<OwnershipRecord> {
  const facts = await row<Facts>(
    ctx.db,
    sql`select ${earlierAnswer(ctx)} as earlier, ${ownedChannel(ctx.actor.userId, channelId)} as channel`,
  );
  if (!facts.channel) throw notFound();
  replayEarlier(ctx, facts.earlier);
  return facts.channel;
}

/** The channel waits for its proof with this new code, or nothing changed. */
export const challengeOwnership = (ctx: Ctx, { id }: { id: number }) =>
  settleRace(async () => {
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
