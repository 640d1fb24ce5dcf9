import { readEndedStory } from '../../../db/metrics/ended-stories.ts';
import { takeEvent } from '../../../db/social-accounts/platform-events.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { storeReadings } from './store-readings.ts';

type EndedStory = Extract<Job, { kind: 'record-ended-story' }>;

/**
 * Stores the last views of a story that has ended, as its platform has stated them. Each event is stored once, however often the platform or the
 * queue delivers it. An event about a story that is not measured changes nothing.
 */
export function recordEndedStory(ctx: JobCtx, event: EndedStory): Promise<JobResult> {
  const { platform, externalId, views } = event;
  return retryOnConflict(async () => {
    const { isTaken, story } = await readEndedStory(ctx.db, event);
    if (isTaken || story === null) return { done: 0, isMore: false };
    const counts = { ...notOffered, views };
    const publishedAt = new Date(story.publishedAt ?? missing('the time of the story'));
    const reading = { ...described, ownerExternalId: externalId, publishedAt, counts };
    await ctx.db.transaction([
      takeEvent(event, ctx.now()),
      ...storeReadings(ctx, { platform, accountId: story.accountId, leaseEnd: null }, [
        { readings: [[story.contentId, reading]], more: () => [] },
      ]),
    ]);
    return { done: 1, isMore: false };
  });
}

const described = {
  visibility: 'PUBLIC',
  mediaType: 'STORY',
  title: null,
  coverUrl: null,
  durationSeconds: null,
  hashtags: [],
} as const;
const notOffered = {
  likes: 'NOT_OFFERED',
  comments: 'NOT_OFFERED',
  saves: 'NOT_OFFERED',
  shares: 'NOT_OFFERED',
} as const;
