import { cancelMore, disableEndpoint } from '../../../db/notifications/cancelled-calls.ts';
import type { LeasedMessage } from '../../../db/notifications/messages.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { JobCtx } from '../../context.ts';
import { log } from '../../log.ts';
import { type DisabledReason, mailOf } from './disabled-mail.ts';

export interface DisableCause {
  readonly reason: DisabledReason;
  readonly failingSince: Date | null;
}

/**
 * Disables the endpoint of the message, cancels its pending messages and notifies its owner. Returns false when another job has disabled it
 * or when a call has succeeded since.
 */
export async function disable(
  { db, settings, now, enqueue }: JobCtx,
  { id: messageId, endpointId: endpoint }: LeasedMessage,
  { reason, failingSince }: DisableCause,
): Promise<boolean> {
  const endpointId = endpoint ?? missing('the endpoint of a call');
  const facts = { endpointId, reason, since: failingSince ?? now(), at: now(), baseUrl: settings.BASE_URL };
  const mail = settings.MAIL_URL === undefined ? null : mailOf(facts);
  const disabling = { endpointId, messageId, failingSince: reason === 'FAILING' ? failingSince : null, mail };
  const disabled = await disableEndpoint(db, disabling, now());
  if (disabled === null) return false;
  log('warn', 'webhook.disabled', { endpoint: endpointId, reason });
  if (disabled.mailId !== null) await enqueue([{ kind: 'send-message', messageId: disabled.mailId, channel: 'MAIL' }]);
  while (await cancelMore(db, disabling, now()));
  return true;
}
