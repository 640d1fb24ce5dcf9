import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { decideEndedStories } from '../../../db/campaigns/record-scans.ts';
import { type Release, releasing } from '../../../db/leases.ts';
import { type HeldPost, heldPosts, leasablePosts } from '../../../db/metrics/tracked-posts.ts';
import { isStory } from '../../../schema/metrics/stories.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import {
  backedOff,
  type Cost,
  type Credential,
  type MediaIds,
  type PlatformMessage,
  postReadersOf,
  type Reading,
  runPlatformWork,
  type SocialPlatform,
} from '../../social-accounts/index.ts';
import { batchesOf } from './rules.ts';
import { storeReadings } from './store-readings.ts';
import { hasEnded, nextLook, nextStoryScan, saysNothing } from './story-rules.ts';

const hourMs = 3_600_000;

/** Measures delivered posts. A post whose platform did not answer keeps its metrics and their times. */
export function measurePosts(ctx: JobCtx, message: PlatformMessage): Promise<JobResult> {
  const leaseEnd = new Date(message.leaseEnd);
  const intervalMs = ctx.settings.POST_SCAN_INTERVAL_HOURS * hourMs;
  return runPlatformWork<HeldPost>(
    ctx,
    {
      name: 'posts',
      work: 'POSTS',
      leasable: leasablePosts,
      spender: 'MONEY',
      ownerOf: ({ ownerId }, { accountId }) => (accountId === null ? null : ownerId),
      // A story that fails is asked again before its next measurement.
      intervalMs: (_, { storyAt }) => (storyAt === null ? intervalMs : Math.min(intervalMs, hourMs)),
      cost: costOfPosts,
      held: (ids) => heldPosts(ids, leaseEnd, postReadersOf(ctx)),
      async ask(adapter, by, posts, { platform, accountId }) {
        const isOver = ({ storyAt }: HeldPost) => storyAt !== null && hasEnded(new Date(storyAt), ctx.now());
        const shown = posts.filter((post) => !isOver(post));
        const ids = shown.map(({ contentId }) => contentId);
        const known = new Map(
          shown.flatMap(({ contentId, mediaId }) => (mediaId === null ? [] : [[contentId, mediaId]])),
        );
        const answered = await readPosts(adapter, by, { platform, ids, known });
        const unread = shown.filter(({ contentId }) => !answered.has(contentId));
        const readings = readingsOf(shown, answered, ctx.now());
        // The release of all rows that follows does not count them as read, and does not change these times.
        const released = [
          ...unread.map((post) => backedOff(post, ctx.now(), intervalMs)),
          ...storiesDue(posts, answered, ctx.now()),
        ];
        const unchanged = posts.filter(({ contentId }) => !readings.has(contentId));
        const read = {
          readings,
          unread: unchanged.map(({ contentId }) => contentId),
          more: (): SQLWrapper[] =>
            released.length === 0 ? [] : [releasing(leasablePosts, released, { leasedUntil: leaseEnd })],
        };
        return [
          ...storeReadings(ctx, { platform, accountId, leaseEnd }, [read]),
          ...decideEndedStories(posts.filter(isOver), { at: ctx.now() }),
        ];
      },
    },
    message,
  );
}

/** The answers that change something. */
const readingsOf = (posts: readonly HeldPost[], answered: ReadonlyMap<string, Reading>, now: Date) =>
  new Map(
    posts.flatMap((post): [string, Reading][] => {
      const reading = answered.get(post.contentId);
      return reading === undefined || saysNothing(post, reading, now) ? [] : [[post.contentId, reading]];
    }),
  );

/** The next times of the stories among these posts. A story that has ended is not asked for. */
const storiesDue = (posts: readonly HeldPost[], answered: ReadonlyMap<string, Reading>, now: Date): Release[] =>
  posts.flatMap(({ id, platform, contentId, storyAt, trackedAt }): Release[] => {
    const reading = answered.get(contentId);
    if (reading === 'GONE' && storyAt === null && isStory(platform, contentId)) {
      const dueAt = nextLook(new Date(trackedAt), now);
      return dueAt === null ? [] : [{ id, dueAt, failures: 0 }];
    }
    const seenAt = typeof reading === 'object' && reading.mediaType === 'STORY' ? reading.publishedAt : null;
    const publishedAt = seenAt ?? (storyAt === null ? null : new Date(storyAt));
    const isUnread = reading === undefined && publishedAt !== null && !hasEnded(publishedAt, now);
    return publishedAt === null || isUnread ? [] : [{ id, dueAt: nextStoryScan(publishedAt, now), failures: 0 }];
  });

/** Reads posts in full batches. A post whose part of the platform's answer is malformed has no reading, and stays as it is. */
export async function readPosts(
  adapter: SocialPlatform,
  by: Credential,
  { platform, ids, known }: { readonly platform: Platform; readonly ids: readonly string[]; readonly known?: MediaIds },
): Promise<ReadonlyMap<string, Reading>> {
  const readings = new Map<string, Reading>();
  const asked = [...new Set(ids)];
  for (const batch of batchesOf(asked, adapter.postsPerCall))
    for (const [id, reading] of await adapter.posts(batch, by, known)) readings.set(id, reading);
  const count = asked.length - readings.size;
  if (count > 0) log('warn', 'posts.unread', { platform, count });
  return readings;
}

/** The cost of reading so many posts. */
export function costOfPosts(
  { costs, postsPerCall }: Pick<SocialPlatform, 'costs' | 'postsPerCall'>,
  posts: number,
): Cost {
  const each = batchesOf(Array.from({ length: posts }), postsPerCall).map((batch) => costs.posts(batch.length));
  return {
    bucket: costs.posts(1).bucket,
    calls: each.reduce((sum, { calls }) => sum + calls, 0),
    units: each.reduce((sum, { units }) => sum + units, 0),
  };
}
