import { submitClaim } from '../../../db/creators/ownership.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { owned } from './challenge-ownership.ts';
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
  mutate(ctx, {
    ...owned(ctx, id),
    decide(channel) {
      refuseEmptyHanded(channel, ctx.now());
      return {
        statements: submitClaim({ channel, actorId: ctx.actor.userId, at: ctx.now() }),
        answer: { data: { id, ownership: 'PENDING_REVIEW' as const, version: channel.version + 1 } },
      };
    },
  });
