import { createHash } from 'node:crypto';
import { type Answer, json } from '../endpoint.ts';
import type { Channel, Video } from './channels.ts';
import type { Library } from './library.ts';

/**
 * YouTube Data API v3: channels.list, playlistItems.list and videos.list, in the shapes of its reference
 * (developers.google.com/youtube/v3/docs). `pictureUrl` returns the URL of a channel's picture.
 */
export function answerList(
  resource: string,
  query: URLSearchParams,
  library: Library,
  pictureUrl: (channel: Channel) => string | undefined,
): Answer {
  const part = (query.get('part') ?? '').split(',').filter(Boolean);
  if (part.length === 0) return problem(400, 'missingRequiredParameter', 'Required parameter: part');
  if (resource === 'channels') return channels(query, part, library, pictureUrl);
  if (resource === 'playlistItems') return playlistItems(query, part, library);
  if (resource === 'videos') return videos(query, part, library);
  return problem(404, 'notFound', 'Not Found');
}

/** Google's error object. */
export const problem = (code: number, reason: string, message: string, domain = 'youtube.api'): Answer =>
  json(code, { error: { code, message, errors: [{ message, domain, reason }] } });

function channels(
  query: URLSearchParams,
  part: readonly string[],
  library: Library,
  pictureUrl: (channel: Channel) => string | undefined,
): Answer {
  const [handle, ids] = [query.get('forHandle'), query.get('id')];
  if ((handle === null) === (ids === null))
    return problem(400, 'missingRequiredParameter', 'No filter selected. Expected one of: forHandle, id');
  const found =
    handle === null
      ? (ids ?? '').split(',').map((id) => library.byId(id))
      : [library.byHandle(handle.replace(/^@/, '').toLowerCase())];
  const items = found
    .filter((channel) => channel !== undefined)
    .map((channel) =>
      resourceOf('channel', channel.externalId, part, {
        snippet: { ...channelSnippet(channel), thumbnails: thumbnails(pictureUrl(channel)) },
        contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(channel) } },
      }),
    );
  // A list of channels without a match has no `items` field.
  return listOf('channel', 5, items.length === 0 ? undefined : items);
}

function playlistItems(query: URLSearchParams, part: readonly string[], library: Library): Answer {
  const playlistId = query.get('playlistId') ?? '';
  const channel = library.byId(playlistId.replace(/^UU/, 'UC'));
  if (channel === undefined || channel.videos.length === 0) {
    const message = "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.";
    return problem(404, 'playlistNotFound', message, 'youtube.playlistItem');
  }
  const most = Number(query.get('maxResults') ?? 5);
  const items = channel.videos.slice(0, most).map((video) =>
    resourceOf('playlistItem', Buffer.from(`${playlistId}.${video.id}`).toString('base64url'), part, {
      contentDetails: { videoId: video.id, videoPublishedAt: inSeconds(video.publishedAt) },
      status: { privacyStatus: video.privacyStatus },
    }),
  );
  return listOf('playlistItem', most, items);
}

function videos(query: URLSearchParams, part: readonly string[], library: Library): Answer {
  const ids = (query.get('id') ?? '').split(',');
  if (ids.length > 50) return problem(400, 'invalidParameter', 'The request specifies too many ids.');
  const items = ids.flatMap((id) => {
    const found = library.video(id);
    return found ? [videoResource(found.channel, found.video, part)] : [];
  });
  return listOf('video', items.length, items);
}

const videoResource = (channel: Channel, video: Video, part: readonly string[]): object =>
  resourceOf('video', video.id, part, {
    snippet: {
      publishedAt: inSeconds(video.publishedAt),
      channelId: channel.externalId,
      title: `Video ${video.id}`,
      description: '',
      channelTitle: channel.title,
      categoryId: '22',
      liveBroadcastContent: video.liveBroadcastContent,
    },
    status: { uploadStatus: 'processed', privacyStatus: video.privacyStatus, license: 'youtube', embeddable: true },
    statistics: statisticsOf(video),
  });

/** Counts are strings, and hidden ones are absent. */
function statisticsOf({ views, likes = share(views, 25), comments = share(views, 300) }: Video): object {
  const shown = { viewCount: views, likeCount: likes, favoriteCount: 0, commentCount: comments };
  const shownCounts = Object.entries(shown).flatMap(([name, count]) => (count === null ? [] : [[name, String(count)]]));
  return Object.fromEntries(shownCounts);
}

const share = (views: number | null, part: number): number | null => (views === null ? null : Math.round(views / part));

const channelSnippet = ({ handle, title, description }: Channel) => ({
  title,
  description,
  customUrl: `@${handle}`,
  publishedAt: '2019-05-04T12:00:00Z',
  localized: { title, description },
});

const thumbnails = (url: string | undefined) =>
  url === undefined
    ? {}
    : {
        default: { url: `${url}?size=88`, width: 88, height: 88 },
        medium: { url: `${url}?size=240`, width: 240, height: 240 },
        high: { url: `${url}?size=800`, width: 800, height: 800 },
      };

/** Only the requested parts. */
function resourceOf(kind: string, id: string, part: readonly string[], parts: Record<string, object>): object {
  const requested = Object.fromEntries(Object.entries(parts).filter(([name]) => part.includes(name)));
  return { kind: `youtube#${kind}`, etag: etagOf(requested), id, ...requested };
}

function listOf(kind: string, resultsPerPage: number, items: readonly object[] | undefined): Answer {
  const pageInfo = { totalResults: items?.length ?? 0, resultsPerPage };
  return json(200, { kind: `youtube#${kind}ListResponse`, etag: etagOf(items ?? []), pageInfo, items });
}

const uploadsOf = ({ externalId }: Channel): string => externalId.replace(/^UC/, 'UU');
const inSeconds = (at: string): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
const etagOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27);
