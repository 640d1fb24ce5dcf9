import { isolateCache } from '../../../isolate-cache.ts';
import { PlatformFailure } from '../failure.ts';
import type { MalformedItem } from '../items.ts';
import type { Grant, LatestPage, PostRef } from '../social-platform.ts';
import { answers } from './answers.ts';
import type { Graph } from './graph.ts';

const maxItems = 100;
/** Pages to search for one post. The posts that this service measures are among the latest. */
const maxPages = 10;

/**
 * The media id of a post: of its shortcode, which its public address contains, or of the number in the address of a story. Instagram looks up
 * neither, so this searches the account's own list, where each address is beside its media id, and keeps what it has seen for this isolate.
 * Null: the whole list has no such post, and has as many as the profile counts. A list that cannot be read to its end, or whose items are not all
 * readable, is a failure instead.
 * The number that a shortcode encodes is no media id of this API.
 */
export async function mediaIdOf(graph: Graph, contentId: string, by: Grant): Promise<string | null> {
  const known = seen.get(keyOf(by, contentId));
  if (known !== undefined) return known;
  const list = /^\d{15,25}$/.test(contentId) ? 'stories' : 'media';
  const cursors = new Set<string>();
  const unread: MalformedItem[] = [];
  let posts = 0;
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const listed = await listMedia(graph, list, by, { limit: maxItems, cursor });
    const found = seen.get(keyOf(by, contentId));
    if (found !== undefined) return found;
    unread.push(...listed.malformed, ...listed.unnamed);
    posts += listed.posts.length;
    if (listed.isLast) {
      requireWhole(unread);
      // Nothing counts the stories.
      if (list === 'media') await requireCounted(posts, graph, by);
      return null;
    }
    if (listed.next === null || cursors.has(listed.next))
      throw new PlatformFailure('SILENT', "Instagram's list of posts names a next page without a new cursor");
    cursors.add(listed.next);
    cursor = listed.next;
  }
  throw new PlatformFailure('SILENT', `the post is not among the latest ${maxPages * maxItems} of its account`);
}

/** Fails unless the list has all posts that the profile counts: a list that lacks a post does not prove its deletion alone. */
async function requireCounted(posts: number, graph: Graph, by: Grant): Promise<void> {
  await graph.afford(1, by);
  const me = await graph.get('me', { fields: 'user_id,username,media_count' }, by, answers.me());
  if (me.user_id !== by.externalId || me.media_count === undefined || me.media_count > posts)
    throw new PlatformFailure('SILENT', "Instagram's list of posts lacks some that the profile counts");
}

/** Fails when an item of the list is malformed: it may be a post that the list seems to lack, which is not known to be gone then. */
export function requireWhole([malformed]: readonly MalformedItem[]): void {
  if (malformed !== undefined)
    throw new PlatformFailure('SILENT', `Instagram's list of posts has a malformed item: ${malformed.fault}`);
}

/** Forgets a post that was deleted. */
export function forget(contentId: string, by: Grant): void {
  seen.delete(keyOf(by, contentId));
}

interface MediaPage {
  readonly posts: readonly PostRef[];
  /** The cursor of the next page; null when Instagram states none. */
  readonly next: string | null;
  /** Whether Instagram says that no page follows. */
  readonly isLast: boolean;
  readonly malformed: readonly MalformedItem[];
  /** Posts whose address has no known form. Each may be any post. */
  readonly unnamed: readonly MalformedItem[];
}

/** One page of the account's own posts, newest first, or of its stories of the last 24 hours. `posts` has no advertisements. */
export async function listMedia(
  graph: Graph,
  list: 'media' | 'stories',
  by: Grant,
  { limit, cursor }: LatestPage,
): Promise<MediaPage> {
  await graph.afford(1, by);
  const query = {
    fields: 'id,permalink,timestamp,media_product_type',
    limit: String(Math.min(limit, maxItems)),
    ...(cursor !== undefined && { after: cursor }),
  };
  const { data, paging } = await graph.get(`me/${list}`, query, by, answers.page());
  const posts: PostRef[] = [];
  const unnamed: MalformedItem[] = [];
  for (const { id, permalink = '', timestamp, media_product_type: product } of data.usable) {
    if (product === 'AD') continue;
    const contentId = contentIdIn(permalink);
    if (contentId === null) {
      unnamed.push({ id, fault: 'permalink has no known form' });
      continue;
    }
    seen.set(keyOf(by, contentId), id);
    posts.push({ contentId, publishedAt: new Date(timestamp) });
  }
  const isLast = paging.next === undefined;
  const next = isLast ? null : (paging.cursors.after ?? null);
  return { posts, next, isLast, malformed: data.malformed, unnamed };
}

/** Media ids by account and content id. They stay the same for the life of a post. */
const seen = isolateCache<string, string>(50_000);
const keyOf = ({ externalId }: Grant, contentId: string): string => `${externalId}/${contentId}`;

/** Such as https://www.instagram.com/reel/Cx1/; the address of a story has its number last, which was not verified in Meta's reference. */
const contentIdIn = (permalink: string): string | null =>
  /^https:\/\/(?:www\.)?instagram\.com\/(?:(?:[\w.]{1,30}\/)?(?:p|reel|reels|tv)\/([\w-]{5,40})|stories\/[\w.]{1,30}\/(\d{8,25}))\/?(?:\?|$)/
    .exec(permalink)
    ?.slice(1)
    .find((id) => id !== undefined) ?? null;
