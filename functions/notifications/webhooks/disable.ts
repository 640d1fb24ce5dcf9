import { cancelMore, disableEndpoint } from '../../../db/notifications/cancelled-calls.ts';
import type { ClaimedMessage } from '../../../db/notifications/messages.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { JobCtx } from '../../context.ts';
import { log } from '../../log.ts';
import { type DisabledReason, mailOf } from './disabled-mail.ts';

export interface Why {
  readonly reason: DisabledReason;
  readonly failingSince: Date | null;
}

/**
 * The endpoint of the message is called no more, what was on its way to it is cancelled, and its owner is told. False when
 * somebody else has disabled it, or a call has succeeded meanwhile.
 */
export async function disable(
  { db, settings, now, enqueue }: JobCtx,
  { id: messageId, endpointId: endpoint }: ClaimedMessage,
  { reason, failingSince }: Why,
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
