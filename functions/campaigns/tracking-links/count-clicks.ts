import { type SentClick, countClicks as storeClicks } from '../../../db/campaigns/clicks.ts';
import type { JobCtx } from '../../context.ts';

/** A click as the queue delivers it. */
export interface QueuedClick extends SentClick {
  /** The digest of the visitor. */
  readonly visitor: string;
}

/**
 * Counts each click once, and adds its visitor to the sketch of its link. It throws when Redis does not answer: the queue then delivers the same
 * messages again, whose clicks are not counted a second time. Returns the number of clicks before the end of their campaign.
 */
export async function countClicks({ db, settings, now }: JobCtx, clicks: readonly QueuedClick[]): Promise<number> {
  const sent = clicks.map(({ visitor: _, ...click }) => click);
  const counted = await storeClicks(db, sent, now());
  if (counted.length === 0) return 0;
  const codes = new Map(counted.map(({ messageId, code }) => [messageId, code]));
  const visitors = new Map<string, string[]>();
  for (const { messageId, visitor } of clicks) {
    const code = codes.get(messageId);
    if (code !== undefined) visitors.set(code, [...(visitors.get(code) ?? []), visitor]);
  }
  const { addVisitors } = await import('./sketches.ts');
  const isAdded = await addVisitors(
    settings,
    [...visitors].map(([code, visitors]) => ({ code, visitors })),
  );
  if (!isAdded) throw new Error('Redis has not taken the visitors');
  return counted.length;
}
