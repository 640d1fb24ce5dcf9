import { type Receiver, recordFailure, recordSuccess } from '../../../db/notifications/endpoint-calls.ts';
import type { LeasedMessage } from '../../../db/notifications/messages.ts';
import type { Outcome } from '../../../schema/notifications/messages.ts';
import { testKind } from '../../../schema/notifications/webhook-terms.ts';
import type { JobCtx } from '../../context.ts';
import type { Sent } from '../sent.ts';
import { disable } from './disable.ts';
import { backoffSeconds, isToBeDisabled } from './rules.ts';

export interface Call {
  readonly receiver: Receiver;
  readonly endedAt: Date;
  readonly outcome: Outcome;
  /** True when the signing secret cannot be decrypted; then no request was sent. */
  readonly isSecretLost: boolean;
}

const gone = 410;

/**
 * The records of a call for its endpoint: success or backoff. It disables an endpoint that fails for too long. A test call has one attempt and counts only when it
 * succeeds, because nothing would retry it.
 */
export async function recordCall(ctx: JobCtx, message: LeasedMessage, call: Call): Promise<Sent> {
  const { receiver, endedAt, outcome, isSecretLost } = call;
  if (outcome.isDelivered) return { outcome, recorded: [recordSuccess(receiver.id, endedAt)] };
  const isTest = message.kind === testKind;
  const { failingSince } = receiver;
  const failures = receiver.failures + 1;
  const failing = { failingSince, attempts: message.attempts, failures };
  // A rollout with another SEALING_SECRET may be under way, or the error may be fixed soon: the secret counts as lost only after several
  // attempts.
  const hours = isSecretLost ? 0 : ctx.settings.WEBHOOK_DISABLE_AFTER_HOURS;
  const isOver = !isTest && isToBeDisabled(failing, ctx.now(), hours);
  const failure = isSecretLost ? 'SECRET_LOST' : 'FAILING';
  const reason = outcome.status === gone ? 'GONE' : isOver ? failure : null;
  const isDisabled = reason !== null && (await disable(ctx, message, { reason, failingSince }));
  if (isDisabled || isTest) return { outcome: { ...outcome, isFinal: true }, recorded: [] };
  const backoffUntil = new Date(endedAt.getTime() + backoffSeconds(failures) * 1_000);
  const { notBefore = backoffUntil } = outcome;
  return {
    outcome: { ...outcome, notBefore: notBefore > backoffUntil ? notBefore : backoffUntil },
    recorded: [recordFailure(receiver.id, { beganAt: ctx.now(), failures, backoffUntil })],
  };
}
