import { isStory } from '../../../schema/metrics/stories.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

const hourMs = 3_600_000;

/** Hours after its publication at which a story is measured. The last measurement is just before Instagram ends it. */
const storyScanHours = [1, 6, 12, 20, 23.5] as const;

/** Instagram shows a story, and its counts, for 24 hours ("Instagram Media Insights"). */
const lifeMs = 24 * hourMs;
/** The clocks may differ, and an answer takes a moment. */
const toleranceMs = 5 * 60_000;
/** Instagram states the last counts an hour after the end, and repeats a call that fails for 36 hours ("Webhooks"). */
const awaitedMs = 48 * hourMs;

/** When a story is measured next. After its end: until when its last counts are awaited; null: no more. */
export function nextStoryScan(publishedAt: Date, now: Date): Date | null {
  const times = [...storyScanHours.map((hours) => hours * hourMs), lifeMs + awaitedMs];
  return times.map((ms) => new Date(publishedAt.getTime() + ms)).find((time) => time > now) ?? null;
}

/** A list of stories may show a new one some minutes late. */
const firstRetryMs = 10 * 60_000;

/**
 * When a story that no answer has shown yet is asked for again: after as long as it has been waited for, because it may appear late, and lives for a
 * day. Null after a day: it is then like any other post.
 */
export function nextLook(trackedAt: Date, now: Date): Date | null {
  const waitedMs = now.getTime() - trackedAt.getTime();
  return waitedMs >= lifeMs ? null : new Date(now.getTime() + Math.max(firstRetryMs, waitedMs));
}

/** Whether Instagram does not show a story any more because its time is over. */
export const hasEnded = (publishedAt: Date, now: Date): boolean =>
  now.getTime() >= publishedAt.getTime() + lifeMs - toleranceMs;

interface Known {
  readonly platform: Platform;
  readonly contentId: string;
  /** When the story was published; null: it was not seen yet, or is no story. */
  readonly storyAt: string | null;
  /** Its views were measured before. */
  readonly hasViews: boolean;
}

type Answer = 'GONE' | 'PRIVATE' | { readonly mediaType: string; readonly counts: { readonly views: unknown } };

/**
 * Whether an answer changes nothing. That a story is gone says something only before its end, if it was seen before. Counts that Instagram does
 * not state replace no known ones, because nobody measures them again.
 */
export function saysNothing({ platform, contentId, storyAt, hasViews }: Known, reading: Answer, now: Date): boolean {
  if (reading === 'PRIVATE') return false;
  if (reading === 'GONE') return storyAt === null ? isStory(platform, contentId) : hasEnded(new Date(storyAt), now);
  return reading.mediaType === 'STORY' && hasViews && typeof reading.counts.views !== 'number';
}
