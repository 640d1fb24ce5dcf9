import type { Ctx } from '../../context.ts';
import { log } from '../../log.ts';

/** Queues a message after the response. If that fails, cron finds the message within about a minute. */
export function sendSoon(ctx: Ctx, messageId: number): void {
  ctx.defer(
    ctx.enqueue([{ kind: 'send-message', messageId, channel: 'WEBHOOK' }]).catch((error: unknown) => {
      const cause = String(error);
      log('warn', 'webhook.not-enqueued', { message: messageId, cause });
    }),
  );
}
