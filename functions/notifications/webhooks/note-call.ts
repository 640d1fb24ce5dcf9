import { type Receiver, recordFailure, recordSuccess } from '../../../db/notifications/endpoint-calls.ts';
import type { ClaimedMessage } from '../../../db/notifications/messages.ts';
import type { Outcome } from '../../../schema/notifications/messages.ts';
import { testKind } from '../../../schema/notifications/webhooks.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { JobCtx } from '../../context.ts';
import { disable } from './disable.ts';
import { isGivenUp, restSeconds } from './rules.ts';

export interface Call {
  readonly receiver: Receiver;
  readonly endedAt: Date;
  readonly outcome: Outcome;
  /** Nobody was called: the signing secret cannot be opened. */
  readonly isSecretLost: boolean;
}

const gone = 410;

/**
 * What a call says of its endpoint is noted: it is well, rests, or is disabled. A test is one attempt, and says nothing of the
 * endpoint but when it succeeds: nobody would try it again.
 */
export async function noteCall(ctx: JobCtx, message: ClaimedMessage, call: Call): Promise<Outcome> {
  const { receiver, endedAt, outcome, isSecretLost } = call;
  const endpointId = message.endpointId ?? missing('the endpoint of a call');
  if (outcome.isDelivered) {
    await ctx.db.transaction([recordSuccess(endpointId, endedAt)]);
    return outcome;
  }
  const isTest = message.kind === testKind;
  const { failingSince } = receiver;
  const failures = receiver.failures + 1;
  const failing = { failingSince, attempts: message.attempts, failures };
  // A deployment with another SEALING_SECRET may be in the making, or mended soon: a secret is lost after some attempts.
  const hours = isSecretLost ? 0 : ctx.settings.WEBHOOK_DISABLE_AFTER_HOURS;
  const isOver = !isTest && isGivenUp(failing, ctx.now(), hours);
  const failure = isSecretLost ? 'SECRET_LOST' : 'FAILING';
  const reason = outcome.status === gone ? 'GONE' : isOver ? failure : null;
  const isDisabled = reason !== null && (await disable(ctx, message, { reason, failingSince }));
  if (isDisabled || isTest) return { ...outcome, isFinal: true };
  const rest = new Date(endedAt.getTime() + restSeconds(failures) * 1_000);
  await ctx.db.transaction([recordFailure(endpointId, { beganAt: ctx.now(), failures, restingUntil: rest })]);
  const { notBefore = rest } = outcome;
  return { ...outcome, notBefore: notBefore > rest ? notBefore : rest };
}
