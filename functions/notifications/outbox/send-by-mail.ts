import * as z from 'zod';
import type { LeasedCall } from '../../../db/notifications/endpoint-calls.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { instant } from '../../../schema/shared/instants.ts';
import { lazy } from '../../../schema/shared/lazy.ts';
import type { JobCtx } from '../../context.ts';
import { deliverMail } from '../../platform/mail.ts';
import { reconnectLink } from '../../social-accounts/index.ts';
import type { Sent } from '../sent.ts';
import { isReachable } from './rules.ts';

const written = lazy(() =>
  z.object({
    subject: z.string(),
    text: z.string(),
    // Absent in emails that an earlier version wrote.
    foot: z.string().optional(),
    reconnect: z.object({ accountId: z.int(), platform: z.enum(platforms), endedAt: instant() }).optional(),
  }),
);

/** Hands the email to the provider. The idempotency key makes the provider send it once, even when it is handed over twice. */
export async function sendByMail({ settings }: JobCtx, { message }: LeasedCall): Promise<Sent> {
  const { id, body, recipient } = message;
  if (!isReachable(recipient, settings.EMAIL_VERIFICATION))
    return {
      outcome: { isDelivered: false, status: null, error: 'the recipient has no address', isFinal: true },
      recorded: [],
    };
  const { subject, text, foot, reconnect } = written().parse(JSON.parse(body));
  const mail = {
    to: recipient.email,
    subject,
    text: [
      reconnect ? `${text}\n${await linkOf(reconnect, settings)}` : text,
      ...(foot === undefined ? [] : [foot]),
    ].join('\n\n'),
  };
  return { outcome: await deliverMail(settings, mail, `castline-message-${id}`), recorded: [] };
}

type Reconnect = NonNullable<z.output<ReturnType<typeof written>>['reconnect']>;

/** The same link at every attempt. */
const linkOf = ({ platform, accountId, endedAt }: Reconnect, settings: JobCtx['settings']): Promise<string> =>
  reconnectLink(platform, { accountId, endedAt: new Date(endedAt) }, settings);
