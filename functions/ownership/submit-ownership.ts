import { submitClaim } from '../../db/ownership.ts';
import type { Ctx } from '../context.ts';
import { commit } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { readOwned } from './challenge-ownership.ts';
import { refuseEmptyHanded } from './rules.ts';

/** The channel waits for the platform or for staff to decide, or nothing changed. */
export const submitOwnership = (ctx: Ctx, { id }: { id: number }) =>
  settleRace(async () => {
    const channel = await readOwned(ctx, id);
    refuseEmptyHanded(channel, ctx.now());
    const answer = { data: { id, ownership: 'PENDING_REVIEW' as const, version: channel.version + 1 } };
    return commit(ctx, submitClaim({ channel, actorId: ctx.actor.userId, at: ctx.now() }), answer);
  });
