import * as z from 'zod';
import type { Answer } from '../../endpoint.ts';
import type { Fault, PlatformWorld, SimulatedAccount, SimulatedPost } from '../simulated-platform.ts';
import { failure, success } from './envelope.ts';

/** The fields of "Video Object". */
export const videoFields: readonly string[] = [
  ...['id', 'create_time', 'cover_image_url', 'share_url', 'video_description', 'duration', 'height', 'width'],
  ...['title', 'embed_html', 'embed_link', 'like_count', 'comment_count', 'share_count', 'view_count'],
];

const perPage = { default: 10, max: 20 };
const longest = 150;
const query = z.object({
  filters: z.object({
    video_ids: z
      .array(z.string().regex(/^\d{1,20}$/))
      .min(1)
      .max(20),
  }),
});
const page = z.object({
  cursor: z.int().min(0).optional(),
  max_count: z.int().min(1).max(perPage.max).default(perPage.default),
});

/** POST /video/query/: the videos with these ids that are public and of the grant's account. The others are missing. */
export function queryVideos(
  body: unknown,
  fields: readonly string[],
  account: SimulatedAccount,
  world: PlatformWorld,
  fault: Fault | undefined,
): Answer {
  const wanted = query.safeParse(body).data;
  if (wanted === undefined) return failure(400, 'invalid_params');
  const found = [...new Set(wanted.filters.video_ids)].flatMap((id) => {
    const known = world.post(id);
    const isOwn = known?.account.externalId === account.externalId;
    return known !== undefined && isOwn && isShown(known.post) ? [known.post] : [];
  });
  if (fault === 'id-order-shuffled') found.reverse();
  return success({ videos: found.map((post) => videoOf(account, post, fields)) });
}

/** POST /video/list/: the public videos of the grant's account that were published before the cursor, newest first. */
export function listVideos(
  body: unknown,
  fields: readonly string[],
  account: SimulatedAccount,
  fault: Fault | undefined,
): Answer {
  const wanted = page.safeParse(body).data;
  if (wanted === undefined) return failure(400, 'invalid_params');
  const { cursor = Number.POSITIVE_INFINITY, max_count: size } = wanted;
  const all = account.posts
    .filter(isShown)
    .map((post, index, posts) => ({ post, at: momentOf(post, posts.slice(0, index)) }));
  const older = all.filter(({ at }) => at < cursor);
  const shown = older.slice(0, size);
  const isLoop = fault === 'page-cursor-loop';
  const next = isLoop ? (wanted.cursor ?? all[0]?.at) : shown.at(-1)?.at;
  return success({
    videos: shown.map(({ post }) => videoOf(account, post, fields)),
    cursor: next ?? 0,
    has_more: isLoop || older.length > size,
  });
}

/** TikTok lists no private video, and has none that is unlisted or announced. */
const isShown = ({ state }: SimulatedPost): boolean => state === 'PUBLIC';

const inSeconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

/** The cursor of a post, in milliseconds. Posts of one second differ, so that no page cuts between equal cursors. */
function momentOf({ publishedAt }: SimulatedPost, newer: readonly SimulatedPost[]): number {
  const second = inSeconds(publishedAt);
  return second * 1000 + 999 - newer.filter((post) => inSeconds(post.publishedAt) === second).length;
}

/** Only the requested fields. TikTok hides no count: a hidden one of the world is absent. */
function videoOf(account: SimulatedAccount, post: SimulatedPost, fields: readonly string[]): object {
  const { views, likes, comments, shares } = post.counts;
  const isPhoto = post.media === 'PHOTO';
  const all: Record<string, unknown> = {
    id: post.id,
    create_time: inSeconds(post.publishedAt),
    cover_image_url: account.pictureUrl ?? '',
    share_url: `https://www.tiktok.com/@${account.handle}/${isPhoto ? 'photo' : 'video'}/${post.id}?utm_campaign=tt4d_open_api`,
    video_description: post.title.slice(0, longest),
    duration: isPhoto ? 0 : (post.durationSeconds ?? 0),
    height: 1024,
    width: 576,
    title: post.title.slice(0, longest),
    embed_html: '',
    embed_link: `https://www.tiktok.com/player/v1/${post.id}?utm_campaign=tt4d_open_api`,
    like_count: likes,
    comment_count: comments,
    share_count: shares,
    view_count: views,
  };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => fields.includes(name) && value !== null));
}
