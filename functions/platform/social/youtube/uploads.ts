import { PlatformFailure } from '../failure.ts';
import { afford } from '../meter.ts';
import type { Credential, LatestPage, PostPage, PostRef } from '../social-platform.ts';
import { answers } from './answers.ts';
import { type Connected, findChannel, list, listUnless, maxItems, units } from './data-api.ts';

/**
 * One page of the uploads of a channel, newest first; none when YouTube knows no such channel, or no list of its uploads, as before the first one.
 * The mark of the next page names the list, so that the channel is asked for once in a walk of all pages.
 */
export async function listUploads(
  settings: Connected,
  externalId: string,
  by: Credential,
  { limit, cursor, listId, withoutAnnounced = false }: LatestPage,
): Promise<PostPage> {
  const { uploads: known, mark } = placeOf(cursor, listId ?? undefined);
  await afford(settings.meter, units((known === undefined ? 2 : 1) + (withoutAnnounced ? 1 : 0)));
  const uploads = known ?? (await uploadsOf(settings, externalId, by));
  const page = uploads ? await pageOf(settings, by, { uploads, mark, size: Math.min(limit, maxItems) }) : null;
  if (page === null) return { posts: [], next: null };
  const posts = page.items.flatMap(({ contentDetails: { videoId, videoPublishedAt } }) =>
    videoPublishedAt === undefined ? [] : [{ contentId: videoId, publishedAt: new Date(videoPublishedAt) }],
  );
  const announced = withoutAnnounced && posts.length > 0 ? await announcedAmong(settings, posts, by) : [];
  const { nextPageToken: next = mark } = page;
  return {
    posts: posts.filter(({ contentId }) => !announced.includes(contentId)),
    next: next === mark ? null : `${uploads}${separator}${next}`,
  };
}

/** Between the id of the list and YouTube's mark of a page. Neither has it. */
const separator = ' ';

interface Place {
  readonly uploads: string | undefined;
  readonly mark: string | undefined;
}

function placeOf(cursor: string | undefined, listId: string | undefined): Place {
  const [stated, mark] = cursor?.split(separator) ?? [];
  // A mark that the former version has stored names no list.
  return mark === undefined ? { uploads: listId, mark: stated } : { uploads: stated, mark };
}

/** Null when YouTube knows no such list. */
async function pageOf(
  settings: Connected,
  by: Credential,
  { uploads, mark, size }: { readonly uploads: string; readonly mark: string | undefined; readonly size: number },
) {
  const query = {
    part: 'contentDetails',
    playlistId: uploads,
    maxResults: String(size),
    ...(mark !== undefined && { pageToken: mark }),
  };
  const listed = { resource: 'playlistItems', query, shape: answers.playlistItems() };
  const page = await listUnless('playlistNotFound', settings, by, listed);
  if (page === null || page.items.length > 0) return page;
  // A later page may be empty, because the list counts videos that it does not show.
  const isEmpty = mark === undefined ? page.pageInfo?.totalResults === 0 : page.pageInfo !== undefined;
  if (isEmpty) return page;
  throw new PlatformFailure('SILENT', "YouTube's playlistItems are missing");
}

async function uploadsOf(settings: Connected, externalId: string, by: Credential): Promise<string | undefined> {
  const found = await findChannel(settings, { externalId }, by);
  return found?.contentDetails.relatedPlaylists.uploads;
}

/** The ids of videos that are announced, and not shown yet: their list of uploads does not say so. */
async function announcedAmong(settings: Connected, posts: readonly PostRef[], by: Credential): Promise<string[]> {
  const query = { part: 'snippet', id: posts.map(({ contentId }) => contentId).join(',') };
  const { items } = await list(settings, by, { resource: 'videos', query, shape: answers.announcements() });
  return items.flatMap(({ id, snippet }) => (snippet.liveBroadcastContent === 'upcoming' ? [id] : []));
}
