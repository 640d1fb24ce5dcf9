import { type SentClick, countClicks as storeClicks } from '../../../db/campaigns/clicks.ts';
import type { JobCtx } from '../../context.ts';

/** A click as the queue delivers it. */
export interface QueuedClick extends SentClick {
  /** The digest of the visitor. */
  readonly visitor: string;
  /** The digest of the visitor's address. */
  readonly network?: string | undefined;
}

/**
 * Counts each click once, and adds its visitor to the sketch of its link. It throws when Redis does not answer: the queue then delivers the same
 * messages again, whose clicks are not counted a second time. Returns the number of clicks before the end of their campaign.
 */
export async function countClicks({ db, settings, now }: JobCtx, clicks: readonly QueuedClick[]): Promise<number> {
  const sent = clicks.map(({ visitor: _, network: __, ...click }) => click);
  const counted = await storeClicks(db, sent, now());
  if (counted.length === 0) return 0;
  const codes = new Map(counted.map(({ messageId, code }) => [messageId, code]));
  const byCode = Map.groupBy(clicks, ({ messageId }) => codes.get(messageId));
  const links = [...byCode].flatMap(([code, visits]) => (code === undefined ? [] : [{ code, visits }]));
  const { addVisitors } = await import('./sketches.ts');
  const isAdded = await addVisitors(settings, links);
  if (!isAdded) throw new Error('Redis has not taken the visitors');
  return counted.length;
}
