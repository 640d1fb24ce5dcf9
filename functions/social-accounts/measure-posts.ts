import { type DuePost, lendablePosts, lendDuePosts, recordFigures } from '../../db/deliverable-scans.ts';
import { giveBack } from '../../db/loans.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { askPlatforms } from './ask-platforms.ts';

const mostAsks = 8;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Delivered posts that were due have one measurement more, of what their platform tells now. Those that it could not be
 * asked for keep their figures and their times.
 */
export function measurePosts(ctx: JobCtx): Promise<JobResult> {
  const { POST_SCAN_INTERVAL_HOURS: hours, POST_TRACKING_DAYS: days } = ctx.settings;
  return askPlatforms<DuePost>(ctx, {
    name: 'posts',
    intervalMs: () => hours * hourMs,
    size: ({ unitsForPosts, postsOfAsk }) => ({ items: postsOfAsk, units: unitsForPosts, asks: mostAsks }),
    lend: (loan) => lendDuePosts(ctx.db, loan, new Date(loan.at.getTime() - days * dayMs)),
    async ask(adapter, posts, { lentUntil }) {
      const told = await adapter.posts([...new Set(posts.map(({ contentId }) => contentId))]);
      const figures = posts.map((post) => ({ ...post, counters: told.get(post.contentId) ?? null }));
      await ctx.db.rows(recordFigures(figures, { ...adapter.figures, at: ctx.now(), lentUntil }));
    },
    giveBack: (next, loan) => giveBack(lendablePosts, next, loan),
  });
}
