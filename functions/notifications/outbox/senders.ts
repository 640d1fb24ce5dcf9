import type { LeasedCall } from '../../../db/notifications/endpoint-calls.ts';
import type { MessageChannel } from '../../../schema/notifications/messages.ts';
import type { JobCtx } from '../../context.ts';
import type { Sent } from '../sent.ts';
import { callEndpoint } from '../webhooks/index.ts';
import { sendByMail } from './send-by-mail.ts';

export type Sender = (ctx: JobCtx, leased: LeasedCall) => Promise<Sent>;

/** The sender of each channel. */
export const senders: Readonly<Record<MessageChannel, Sender>> = {
  WEBHOOK: callEndpoint,
  MAIL: sendByMail,
};
