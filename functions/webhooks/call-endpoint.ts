import { disableEndpoint, noteCall, type Receiver, readReceiver } from '../../db/webhooks.ts';
import type { Outcome, OutgoingMessage } from '../../schema/messages.ts';
import { testKind } from '../../schema/webhooks.ts';
import type { JobCtx } from '../context.ts';
import { ResolverSilent } from '../platform/resolver.ts';
import { mailOf } from './disabled-mail.ts';
import { findTarget } from './find-target.ts';
import { post } from './post.ts';
import { isGivenUp } from './rules.ts';
import { openSecret } from './secrets.ts';
import { signedHeaders } from './sign.ts';

/** One attempt to tell an endpoint of a message; what comes of it for the endpoint is noted, for the message it is given. */
export async function callEndpoint(ctx: JobCtx, message: OutgoingMessage): Promise<Outcome> {
  const receiver = message.endpointId === null ? null : await readReceiver(ctx.db, message.endpointId);
  if (receiver === null || receiver.isDeleted) return cancelled('the endpoint was deleted');
  if (!receiver.isEnabled) return cancelled('the endpoint was disabled');
  if (receiver.isOwnerSuspended) return cancelled('the owner of the endpoint is suspended');
  const outcome = await attempt(ctx, message, receiver);
  return note(ctx, message, receiver, outcome);
}

const cancelled = (error: string): Outcome => ({ isDelivered: false, status: null, error, isCancelled: true });
const failed = (error: string): Outcome => ({ isDelivered: false, status: null, error });

async function attempt(ctx: JobCtx, { id, endpointId, body }: OutgoingMessage, receiver: Receiver): Promise<Outcome> {
  try {
    const target = await findTarget(receiver.url, ctx.settings);
    if ('problem' in target) return failed(`the address ${target.problem}`);
    const owner = { endpointId: endpointId ?? 0, ownerId: receiver.ownerId };
    const secret = await openSecret(receiver.sealedSecret, owner, ctx.settings);
    const headers = await signedHeaders({ id: `msg_${id}`, body, secret }, ctx.now());
    return await post(target.href, { headers, body, timeoutMs: ctx.settings.WEBHOOK_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ResolverSilent) return failed('the name of the host could not be looked up');
    throw error;
  }
}

const gone = 410;

/** A test is one attempt, and says nothing of the endpoint but when it succeeds: nobody would try it again. */
async function note(
  ctx: JobCtx,
  message: OutgoingMessage,
  { failingSince }: Receiver,
  outcome: Outcome,
): Promise<Outcome> {
  const { db, now } = ctx;
  const endpointId = message.endpointId ?? 0;
  if (outcome.isDelivered) {
    if (failingSince !== null) await db.rows(noteCall(endpointId, true, now()));
    return outcome;
  }
  const isTest = message.kind === testKind;
  const reason = outcome.status === gone ? 'GONE' : isOver(ctx, message, failingSince) ? 'FAILING' : null;
  if (reason !== null) {
    const isDisabled = await disable(ctx, message, { reason, failingSince });
    return isDisabled || isTest ? { ...outcome, isFinal: true } : outcome;
  }
  if (isTest) return { ...outcome, isFinal: true };
  if (failingSince === null) await db.rows(noteCall(endpointId, false, now()));
  return outcome;
}

const isOver = ({ settings, now }: JobCtx, { kind, attempts }: OutgoingMessage, failingSince: Date | null): boolean =>
  kind !== testKind && isGivenUp({ failingSince, attempts }, now(), settings.WEBHOOK_DISABLE_AFTER_HOURS);

interface Why {
  readonly reason: 'GONE' | 'FAILING';
  readonly failingSince: Date | null;
}

/** False when somebody else has disabled it, or a call has succeeded meanwhile. */
async function disable(
  { db, settings, now, enqueue }: JobCtx,
  { id: messageId, endpointId: endpoint }: OutgoingMessage,
  { reason, failingSince }: Why,
): Promise<boolean> {
  const endpointId = endpoint ?? 0;
  const facts = { endpointId, reason, since: failingSince ?? now(), at: now(), baseUrl: settings.BASE_URL };
  const mail = settings.MAIL_URL === undefined ? null : mailOf(facts);
  const since = reason === 'GONE' ? null : failingSince;
  const disabled = await disableEndpoint(db, { endpointId, messageId, failingSince: since, mail }, now());
  if (disabled === null) return false;
  console.warn(JSON.stringify({ level: 'warn', event: 'webhook.disabled', endpoint: endpointId, reason }));
  if (disabled.mailId !== null) await enqueue([{ kind: 'send-message', messageId: disabled.mailId, channel: 'MAIL' }]);
  return true;
}
