import { publishMetrics, refreshMetrics } from '../../../db/catalog/refresh.ts';
import {
  countedPosts,
  type HeldChannel,
  heldChannels,
  leasableChannels,
  type MeasuredPost,
  recordViews,
} from '../../../db/metrics/channel-views.ts';
import type { Visibility } from '../../../schema/metrics/readings.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import {
  type Credential,
  type PlatformMessage,
  postReadersOf,
  type Reading,
  runPlatformWork,
  type SocialPlatform,
} from '../../social-accounts/index.ts';
import { costOfPosts, readPosts } from './measure-posts.ts';
import { latestPublic, storedCounts } from './rules.ts';
import { isSharedBy } from './shared-measurements.ts';
import { storeReadings } from './store-readings.ts';

const hourMs = 3_600_000;
/** Enough to find five public posts behind some unlisted ones; fewer where each post is a request of its own. */
const postsOf = ({ postsPerCall }: Pick<SocialPlatform, 'postsPerCall'>): number =>
  postsPerCall === 1 ? 2 * countedPosts : 50;
/** Pages that are read until there are five public posts: announced videos can fill a page, and reposts can leave one empty. */
const maxPages = 4;

/**
 * Measures the views, likes and comments of the latest posts of a channel. If the platform fails, the stored metrics and their time do not change. Lists show new
 * values within ten minutes, pages at once. Posts that were measured a short time ago are not requested again.
 */
export async function measureChannels(ctx: JobCtx, message: PlatformMessage): Promise<JobResult> {
  const intervalMs = ctx.settings.VIEWS_INTERVAL_HOURS * hourMs;
  const leaseEnd = new Date(message.leaseEnd);
  const result = await runPlatformWork<HeldChannel>(
    ctx,
    {
      name: 'views',
      work: 'CHANNELS',
      leasable: leasableChannels,
      spender: 'OTHERS',
      ownerOf: ({ creatorId }) => creatorId,
      intervalMs: () => intervalMs,
      cost: (adapter, channels) => {
        const { latest } = adapter.costs;
        const posts = costOfPosts(adapter, postsOf(adapter));
        const calls = latest.calls + (posts.bucket === latest.bucket ? posts.calls : 0);
        return { bucket: latest.bucket, calls: channels * calls, units: channels * (latest.units + posts.units) };
      },
      held: (ids) => heldChannels(ids, leaseEnd, averagedBy(ctx), new Date(ctx.now().getTime() - intervalMs / 2)),
      async ask(adapter, by, channels, { platform, accountId }) {
        const reads = [];
        for (const channel of channels.toSorted((one, other) => one.id - other.id)) {
          const { latest, readings, unread } = await latestPosts(adapter, by, { ...channel, platform }, ctx.now());
          reads.push({
            readings,
            readFor: { leasable: leasableChannels, held: { id: channel.id, leasedUntil: leaseEnd } },
            more: (at: Date) => recordViews(channel, latest, { leaseEnd, at, isByGrant: accountId !== null, unread }),
          });
        }
        const creators = new Set(channels.map(({ creatorId }) => creatorId));
        return [
          ...storeReadings(ctx, { platform, accountId, leaseEnd: null }, reads),
          ...[...creators].toSorted((one, other) => one - other).map((creator) => refreshMetrics(creator, ctx.now())),
        ];
      },
    },
    message,
  );
  await publishMetrics(ctx.db, ctx.now());
  return result;
}

/**
 * shown: the platforms whose average views others may see, always or with the owner's consent. byGrant: the platforms whose posts are read under
 * grants.
 */
export function averagedBy(ctx: JobCtx): {
  readonly byGrant: readonly Platform[];
  readonly shown: readonly Platform[];
} {
  const { byKey, byGrant } = postReadersOf(ctx);
  const shown = platforms.filter((platform) => {
    if (!byKey.includes(platform) && !byGrant.includes(platform)) return false;
    return isSharedBy({ platform, isByGrant: byGrant.includes(platform) }, ctx.settings) !== false;
  });
  return { byGrant, shown };
}

/** The latest public posts of an account with their counts, the readings that were made for it, and the ids of posts without one. */
async function latestPosts(
  adapter: SocialPlatform,
  by: Credential,
  channel: HeldChannel & { readonly platform: Platform },
  at: Date,
) {
  const [found, listed]: [PagePosts[], Set<string>] = [[], new Set()];
  const latest = () =>
    latestPublic(
      found.flatMap(({ posts }) => posts),
      countedPosts,
    );
  let cursor: string | null | undefined;
  while (cursor !== null && found.length < maxPages && latest().length < countedPosts) {
    const page = await adapter.latest(channel.externalId, by, { limit: postsOf(adapter), cursor });
    // A new post meanwhile moves others to the next page.
    const ids = page.posts.map(({ contentId }) => contentId).filter((id) => !listed.has(id));
    for (const id of ids) listed.add(id);
    found.push(await readPage(adapter, by, { ...channel, ids }, at));
    cursor = page.next;
  }
  return {
    latest: latest().map(({ externalId, publishedAt, views, likes, comments, measuredAt }) => ({
      ...{ externalId, publishedAt, views, likes, comments, measuredAt },
    })),
    readings: found.flatMap(({ readings }) => readings),
    unread: found.flatMap(({ unread }) => unread),
  };
}

interface PagePosts {
  readonly posts: readonly (MeasuredPost & { readonly visibility: Visibility })[];
  readonly readings: readonly [string, Reading][];
  readonly unread: readonly string[];
}

/** The posts of one page with their counts. Those that were measured a short time ago are not asked for. */
async function readPage(
  adapter: SocialPlatform,
  by: Credential,
  { ids, fresh, platform }: HeldChannel & { readonly platform: Platform; readonly ids: readonly string[] },
  at: Date,
): Promise<PagePosts> {
  const known = fresh.filter(({ contentId }) => ids.includes(contentId));
  const asked = ids.filter((id) => !known.some(({ contentId }) => contentId === id));
  const readings = asked.length === 0 ? [] : [...(await readPosts(adapter, by, { platform, ids: asked }))];
  const read = readings.flatMap(([externalId, reading]) =>
    typeof reading === 'string'
      ? []
      : [{ ...reading, externalId, ...storedCounts(reading.counts).counts, measuredAt: at }],
  );
  const measured = known.map(({ contentId, publishedAt, measuredAt, ...known }) => {
    const dates = { publishedAt: new Date(publishedAt ?? measuredAt), measuredAt: new Date(measuredAt) };
    return { externalId: contentId, ...known, ...dates };
  });
  const unread = asked.filter((id) => !readings.some(([read]) => read === id));
  return { posts: [...read, ...measured], readings, unread };
}
