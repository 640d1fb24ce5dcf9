import * as z from 'zod';
import type { ClaimedMessage } from '../../../db/notifications/messages.ts';
import type { Outcome } from '../../../schema/notifications/messages.ts';
import { lazy } from '../../../schema/shared/lazy.ts';
import type { JobCtx } from '../../context.ts';
import { deliverMail } from '../../platform/mail.ts';
import { isReachable } from './rules.ts';

const written = lazy(() => z.object({ subject: z.string(), text: z.string() }));

/** The mail is with the provider, which takes one mail of one message however often it is told. */
export async function sendByMail({ settings }: JobCtx, { id, body, recipient }: ClaimedMessage): Promise<Outcome> {
  if (!isReachable(recipient, settings.EMAIL_VERIFICATION))
    return { isDelivered: false, status: null, error: 'the recipient has no address', isFinal: true };
  const { subject, text } = written().parse(JSON.parse(body));
  return deliverMail(settings, { to: recipient.email, subject, text }, `castline-message-${id}`);
}
