import type { LeasedCall, Receiver } from '../../../db/notifications/endpoint-calls.ts';
import type { LeasedMessage } from '../../../db/notifications/messages.ts';
import type { Outcome } from '../../../schema/notifications/messages.ts';
import type { JobCtx } from '../../context.ts';
import { ResolverSilent } from '../../platform/resolver.ts';
import { SecretLost } from '../../platform/sealing.ts';
import type { Sent } from '../sent.ts';
import { findTarget } from './find-target.ts';
import { webhookIdOf } from './header-rules.ts';
import { post } from './post.ts';
import { recordCall } from './record-call.ts';
import { openSecret } from './secrets.ts';
import { signedHeaders } from './sign.ts';

/** Makes one attempt to call the endpoint of a message. */
export async function callEndpoint(ctx: JobCtx, { message, receiver }: LeasedCall): Promise<Sent> {
  if (receiver === null || receiver.isDeleted) return cancelled('the endpoint was deleted');
  if (!receiver.isEnabled) return cancelled('the endpoint was disabled');
  if (receiver.isOwnerSuspended) return cancelled('the owner of the endpoint is suspended');
  if (receiver.backoffUntil !== null)
    return unrecorded({ ...failed('the endpoint is in its backoff'), backoffUntil: receiver.backoffUntil });
  const secrets = await secretsOf(ctx, receiver);
  // ctx.now() is fixed during a job, so the duration of the call is measured separately: the backoff starts at its end.
  const startedAt = Date.now();
  const outcome = secrets
    ? await attempt(ctx, message, { url: receiver.url, secrets })
    : failed('the signing secret cannot be opened');
  const endedAt = new Date(ctx.now().getTime() + Date.now() - startedAt);
  return recordCall(ctx, message, { receiver, endedAt, outcome, isSecretLost: secrets === null });
}

const failed = (error: string) => ({ isDelivered: false as const, status: null, error });
/** Nothing is recorded for the endpoint, because no attempt was made. */
const unrecorded = (outcome: Outcome): Sent => ({ outcome, recorded: [] });
const cancelled = (error: string): Sent => unrecorded({ ...failed(error), isCancelled: true });

/** The valid signing secrets, newest first; null when the newest cannot be decrypted. An older one that cannot be decrypted is skipped. */
async function secretsOf(ctx: JobCtx, receiver: Receiver): Promise<readonly string[] | null> {
  const { id: endpointId, ownerId, sealedSecret, previousSealedSecret } = receiver;
  const opened = (sealed: Uint8Array) => opensOrNull(sealed, { endpointId, ownerId }, ctx.settings);
  const secret = await opened(sealedSecret);
  if (secret === null) return null;
  const previous = previousSealedSecret && (await opened(previousSealedSecret));
  return previous === null ? [secret] : [secret, previous];
}

async function opensOrNull(...sealed: Parameters<typeof openSecret>): Promise<string | null> {
  try {
    return await openSecret(...sealed);
  } catch (error) {
    if (error instanceof SecretLost) return null;
    throw error;
  }
}

async function attempt(
  { settings, now }: JobCtx,
  { id, body }: LeasedMessage,
  { url, secrets }: { readonly url: string; readonly secrets: readonly string[] },
): Promise<Outcome> {
  try {
    const target = await findTarget(url, settings);
    if ('problem' in target) return failed(`the address ${target.problem}`);
    const headers = await signedHeaders({ id: webhookIdOf(id), body, secrets }, now());
    return await post(target.href, { headers, body, timeoutMs: settings.WEBHOOK_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ResolverSilent) return failed('the name of the host could not be looked up');
    throw error;
  }
}
