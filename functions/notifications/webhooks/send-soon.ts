import type { Ctx } from '../../context.ts';
import { log } from '../../log.ts';

/** After the answer the queue is told of a message. Should that be lost, cron finds the message within a minute or so. */
export function sendSoon(ctx: Ctx, messageId: number): void {
  ctx.defer(
    ctx.enqueue([{ kind: 'send-message', messageId, channel: 'WEBHOOK' }]).catch((error: unknown) => {
      const cause = String(error);
      log('warn', 'webhook.not-enqueued', { message: messageId, cause });
    }),
  );
}
