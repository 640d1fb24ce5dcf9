import { submitClaim } from '../../../db/creators/ownership.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { readOwned } from './challenge-ownership.ts';
import { checkOwnership } from './check-ownership.ts';
import { refuseEmptyHanded } from './rules.ts';

/**
 * Submits the channel for verification. The platform is called right after the answer; otherwise staff decides. A failure changes nothing.
 */
export async function submitOwnership(ctx: Ctx, { id }: { id: number }) {
  const answer = await submit(ctx, id);
  ctx.defer(checkOwnership(ctx, id).catch(leaveToJob));
  return answer;
}

/** Leaves an unreachable platform to the job of the same name, and logs a defect. */
function leaveToJob(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const submit = (ctx: Ctx, id: number) =>
  retryOnConflict(async () => {
    const channel = await readOwned(ctx, id);
    refuseEmptyHanded(channel, ctx.now());
    const answer = { data: { id, ownership: 'PENDING_REVIEW' as const, version: channel.version + 1 } };
    return commit(ctx, submitClaim({ channel, actorId: ctx.actor.userId, at: ctx.now() }), answer);
  });
