import type { GuestCtx } from '../../context.ts';
import { log } from '../../log.ts';
import { botsAmong } from '../../platform/gather.ts';
import type { Report } from './find-report.ts';

/** Queues the count of an opened report, after the answer. The role of `guest` writes nothing. */
export function noteOpen(ctx: GuestCtx, { linkId }: Report): void {
  const open = { openId: crypto.randomUUID(), linkId, at: ctx.now().toISOString() };
  ctx.defer(
    ctx
      .enqueue([{ kind: 'count-report-open', ...open }])
      .catch((error) => log('error', 'reports.open-not-queued', { cause: String(error) })),
  );
}

/** Queues the count of an opened page, unless a bot has opened it. Bots of messengers open every link. */
export async function noteVisit(ctx: GuestCtx, report: Report, userAgent: string): Promise<void> {
  if (!(await botsAmong([userAgent])).has(userAgent)) noteOpen(ctx, report);
}
