import { PlatformFailure } from '../failure.ts';
import type { Count, Counts, PostReading, Reading } from '../social-platform.ts';
import { hashtagsIn } from '../texts.ts';
import type { MediaItem, PostItem, PostsAnswer } from './answers.ts';

/** The readings of posts in an answer. A post has none that the answer neither contains nor explains. An answer without any reading is a failure. */
export function readingsOf(ids: readonly string[], answer: PostsAnswer): ReadonlyMap<string, Reading> {
  const readings = new Map(
    ids.flatMap((id): [string, Reading][] => {
      const reading = readingOf(id, answer);
      return reading === null ? [] : [[id, reading]];
    }),
  );
  if (readings.size > 0) return readings;
  const [malformed] = [...answer.data.malformed, ...answer.errors.malformed, ...answer.includes.media.malformed];
  throw new PlatformFailure('SILENT', `X's tweets have no usable post: ${malformed?.fault ?? 'all are missing'}`);
}

function readingOf(id: string, answer: PostsAnswer): Reading | null {
  const { data, includes, errors } = answer;
  // A post can be answered with an error of one of its fields beside it, which says nothing about the post.
  const post = data.usable.find((item) => item.id === id);
  if (post !== undefined) return lacksMedia(post, answer) ? null : readingOfPost(post, includes.media.usable);
  if (data.malformed.some((item) => item.id === id)) return null;
  const error = errors.usable.find(({ resource_id, value }) => (resource_id ?? value) === id);
  const code = /\/([\w-]{1,60})$/.exec(error?.type ?? '')?.[1];
  if (code === 'resource-not-found') return 'GONE';
  return code === 'not-authorized-for-resource' ? 'PRIVATE' : null;
}

/**
 * Whether a medium of the post is missing, and no error says why. Without its media a post would be read as one of another kind. A malformed item may
 * be any of them.
 */
function lacksMedia({ attachments }: PostItem, { includes: { media }, errors }: PostsAnswer): boolean {
  const isExplained = (key: string) => errors.usable.some(({ resource_id, value }) => (resource_id ?? value) === key);
  return attachments.media_keys.some(
    (key) => !media.usable.some((item) => item.media_key === key) && (media.malformed.length > 0 || !isExplained(key)),
  );
}

function readingOfPost(post: PostItem, included: readonly MediaItem[]): PostReading {
  const text = unescaped(post.note_tweet?.text ?? post.text);
  const media = post.attachments.media_keys.flatMap((key) => included.find((item) => item.media_key === key) ?? []);
  const video = media.find(({ type }) => type === 'video' || type === 'animated_gif');
  const first = video ?? media[0];
  return {
    ownerExternalId: post.author_id,
    publishedAt: new Date(post.created_at),
    // A post of a protected account looks the same to its followers and to its author.
    visibility: 'PUBLIC',
    mediaType: mediaTypeOf(media, video !== undefined),
    // A post has no title.
    title: text,
    coverUrl: first?.preview_image_url ?? first?.url ?? null,
    durationSeconds: video?.duration_ms === undefined ? null : Math.round(video.duration_ms / 1000),
    hashtags: hashtagsIn(text),
    counts: countsOf(post.public_metrics),
  };
}

function mediaTypeOf(media: readonly MediaItem[], hasVideo: boolean): PostReading['mediaType'] {
  if (hasVideo) return 'VIDEO';
  if (media.length === 0) return 'TEXT';
  return media.length === 1 ? 'PHOTO' : 'CAROUSEL';
}

/** impression_count is of the post. The view_count of a video is not: it sums all posts that show the video. */
function countsOf(metrics: PostItem['public_metrics']): Counts {
  const known = (count: number | undefined): Count => count ?? 'UNAVAILABLE';
  const { retweet_count: reposts, quote_count: quotes } = metrics;
  return {
    views: known(metrics.impression_count),
    likes: known(metrics.like_count),
    comments: known(metrics.reply_count),
    saves: known(metrics.bookmark_count),
    shares: reposts === undefined || quotes === undefined ? 'UNAVAILABLE' : reposts + quotes,
  };
}

/** X escapes these three in texts; not verified in its documentation of API v2. */
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
