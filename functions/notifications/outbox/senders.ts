import type { LeasedMessage } from '../../../db/notifications/messages.ts';
import type { MessageChannel, Outcome } from '../../../schema/notifications/messages.ts';
import type { JobCtx } from '../../context.ts';
import { callEndpoint } from '../webhooks/index.ts';
import { sendByMail } from './send-by-mail.ts';

export type Sender = (ctx: JobCtx, message: LeasedMessage) => Promise<Outcome>;

/** The sender of each channel. */
export const senders: Readonly<Record<MessageChannel, Sender>> = {
  WEBHOOK: callEndpoint,
  MAIL: sendByMail,
};
