import type * as z from 'zod';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { maxPictureBytes } from '../../../schema/social-accounts/social-accounts.ts';
import { messages, requestCapped, unavailable, unusablePicture } from './request.ts';
import type { ChannelRef, PostCounters, SocialChannel, SocialPlatform, SocialVideo, Spend } from './social-platform.ts';
import { answers, type ChannelItem, type PostItem } from './youtube-answers.ts';

export interface YouTubeSettings {
  readonly apiUrl: string;
  readonly apiKey: string;
}

const maxAnswerBytes = 4 * 1024 * 1024;
/** The maximum of items on a page, and of ids in a call. */
const maxItems = 50;
/** channels.list, for channel(). */
export const unitsForChannel = 1;
/** channels.list, playlistItems.list and videos.list. */
export const unitsForVideos = 3;
/** videos.list. */
export const unitsForPosts = 1;
export const postsPerCall = maxItems;
const pictureHosts = /\.(?:ggpht|googleusercontent)\.com$/;

/** YouTube Data API v3. Each call that is used here costs one unit. */
export function youtube(settings: YouTubeSettings, spend: Spend): SocialPlatform {
  async function afford(units: number): Promise<void> {
    if (!(await spend(units))) throw unavailable('the budget of the day is spent', messages.overBudget, 3_600);
  }

  return {
    metrics: metricTerms.YOUTUBE,

    async channel(ref) {
      await afford(unitsForChannel);
      const found = await findChannel(settings, ref);
      return found && asChannel(found);
    },

    async latestVideos(externalId, limit) {
      // Reserves all calls at once, because half a measurement is useless.
      await afford(unitsForVideos);
      const uploads = (await findChannel(settings, { externalId }))?.contentDetails?.relatedPlaylists.uploads;
      if (!uploads) return [];
      const page = { part: 'contentDetails', playlistId: uploads, maxResults: String(maxItems) };
      const uploaded = await list(settings, 'playlistItems', page, answers.playlistItems());
      if (uploaded.length === 0) return [];
      const ids = uploaded.map(({ contentDetails }) => contentDetails.videoId).join(',');
      const videos = await list(settings, 'videos', { part: 'snippet,statistics,status', id: ids }, answers.videos());
      return videos
        .filter(
          ({ status, snippet }) => status.privacyStatus === 'public' && snippet.liveBroadcastContent !== 'upcoming',
        )
        .map(({ id, snippet, statistics }): SocialVideo => {
          return { externalId: id, publishedAt: new Date(snippet.publishedAt), views: statistics?.viewCount ?? null };
        })
        .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
        .slice(0, limit);
    },

    async posts(ids) {
      if (ids.length === 0 || ids.length > postsPerCall) throw new Error(`${ids.length} posts are not one ask`);
      await afford(unitsForPosts);
      const videos = await list(settings, 'videos', { part: 'statistics,status', id: ids.join(',') }, answers.posts());
      return new Map(
        videos
          // Private videos are excluded. Unlisted ones are visible to everyone who has their address.
          .filter(({ status }) => status.privacyStatus !== 'private')
          .map(({ id, statistics }) => [id, countersOf(statistics)]),
      );
    },

    image: (address) => readImage(settings, address),
  };
}

/** The items of a list; none when the channel has no uploads list, as before its first upload. */
async function list<T>(
  { apiUrl, apiKey }: YouTubeSettings,
  resource: string,
  query: Record<string, string>,
  shape: z.ZodType<{ items: T[] }>,
): Promise<T[]> {
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/${resource}`);
  url.search = new URLSearchParams(query).toString();
  const headers = { accept: 'application/json', 'x-goog-api-key': apiKey };
  const { status, bytes } = await requestCapped(url, headers, maxAnswerBytes);
  const body = parsed(bytes);
  const reason = answers.problem().safeParse(body).data?.error.errors[0]?.reason;
  if (status === 404 && reason === 'playlistNotFound') return [];
  if (status !== 200) throw unavailable(`YouTube answered ${status} ${reason ?? ''} to ${resource}`);
  const answer = shape.safeParse(body);
  if (answer.success) return answer.data.items;
  const [issue] = answer.error.issues;
  throw unavailable(`YouTube's ${resource} are malformed: ${issue?.path.join('.')} ${issue?.message}`);
}

async function findChannel(settings: YouTubeSettings, ref: ChannelRef): Promise<ChannelItem | null> {
  const by = 'externalId' in ref ? { id: ref.externalId } : { forHandle: ref.handle };
  const found = await list(settings, 'channels', { part: 'snippet,contentDetails', ...by }, answers.channels());
  return found[0] ?? null;
}

async function readImage({ apiUrl }: YouTubeSettings, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(address);
  const isYouTubes = url.protocol === 'https:' && url.port === '' && pictureHosts.test(url.hostname);
  // The simulator serves its own pictures.
  const isOurs = isYouTubes || url.origin === new URL(apiUrl).origin;
  if (!isOurs || url.username !== '' || url.password !== '') throw unusablePicture(`a picture at ${url.origin}`);
  const { status, bytes } = await requestCapped(url, { accept: 'image/*' }, maxPictureBytes);
  if (status !== 200 || bytes === null)
    throw unusablePicture(`a picture answered ${status}, too large: ${bytes === null}`);
  return bytes;
}

function asChannel({ id, snippet }: ChannelItem): SocialChannel {
  const pictures = Object.values(snippet.thumbnails).sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  return {
    externalId: id,
    handle: snippet.customUrl?.replace(/^@/, '') ?? null,
    title: snippet.title,
    description: snippet.description,
    avatarUrl: pictures[0]?.url ?? null,
  };
}

/** A hidden counter is absent. YouTube gives no saves. */
const countersOf = (statistics: PostItem['statistics']): PostCounters => ({
  views: statistics.viewCount ?? null,
  likes: statistics.likeCount ?? null,
  comments: statistics.commentCount ?? null,
  saves: null,
});

function parsed(bytes: Uint8Array<ArrayBuffer> | null): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
