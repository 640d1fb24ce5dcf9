import * as z from 'zod';
import type { LeasedMessage } from '../../../db/notifications/messages.ts';
import type { Outcome } from '../../../schema/notifications/messages.ts';
import { lazy } from '../../../schema/shared/lazy.ts';
import type { JobCtx } from '../../context.ts';
import { deliverMail } from '../../platform/mail.ts';
import { isReachable } from './rules.ts';

const written = lazy(() => z.object({ subject: z.string(), text: z.string() }));

/** Hands the mail to the provider. The idempotency key makes the provider send it once, even when it is handed over twice. */
export async function sendByMail({ settings }: JobCtx, { id, body, recipient }: LeasedMessage): Promise<Outcome> {
  if (!isReachable(recipient, settings.EMAIL_VERIFICATION))
    return { isDelivered: false, status: null, error: 'the recipient has no address', isFinal: true };
  const { subject, text } = written().parse(JSON.parse(body));
  return deliverMail(settings, { to: recipient.email, subject, text }, `castline-message-${id}`);
}
