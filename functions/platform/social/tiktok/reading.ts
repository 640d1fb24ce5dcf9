import type { Count, PostReading } from '../social-platform.ts';
import { hashtagsIn } from '../texts.ts';
import type { VideoItem } from './answers.ts';

/** The fields of a video that a reading needs ("Video Object"). */
export const readingFields = [
  ...['id', 'create_time', 'title', 'video_description', 'share_url', 'cover_image_url', 'duration'],
  ...['view_count', 'like_count', 'comment_count', 'share_count'],
].join(',');

/** The reading of a video. TikTok names no owner, because it answers with videos of the grant's account alone. */
export function readingOf(item: VideoItem, ownerExternalId: string): PostReading {
  const isVideo = isVideoPost(item);
  return {
    ownerExternalId: ownerExternalId || null,
    publishedAt: new Date(item.create_time * 1000),
    // The scope video.list covers public videos alone.
    visibility: 'PUBLIC',
    mediaType: isVideo ? 'VIDEO' : 'PHOTO',
    title: item.title || item.video_description || null,
    // The address ends after six hours.
    coverUrl: item.cover_image_url || null,
    durationSeconds: isVideo && item.duration !== undefined ? Math.round(item.duration) : null,
    hashtags: hashtagsIn(`${item.title} ${item.video_description}`),
    counts: {
      views: known(item.view_count),
      likes: known(item.like_count),
      comments: known(item.comment_count),
      // The API has no count of favorites.
      saves: 'NOT_OFFERED',
      shares: known(item.share_count),
    },
  };
}

/**
 * The API states no kind of post. TikTok documents neither whether it lists photo posts nor how; that they have no duration, or an address
 * with /photo/, is not verified. A post that is not known to be a video is none.
 */
const isVideoPost = ({ share_url: address, duration = 0 }: VideoItem): boolean =>
  duration > 0 && !/\/photo\/\d/.test(address);

const known = (count: number | undefined): Count => count ?? 'UNAVAILABLE';
