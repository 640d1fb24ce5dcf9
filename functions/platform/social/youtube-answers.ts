import * as z from 'zod';
import { lazy } from '../../../schema/shared/lazy.ts';

/**
 * The parsed parts of YouTube's answers (developers.google.com/youtube/v3/docs); other fields are ignored. A list without a match has no
 * `items`.
 */
export const answers = {
  channels: lazy(() =>
    listOf(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          title: z.string(),
          description: z.string().default(''),
          customUrl: z.string().optional(),
          thumbnails: z.record(z.string(), z.object({ url: z.url(), width: z.int().optional() })).default({}),
        }),
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().optional() }) }).optional(),
      }),
    ),
  ),
  playlistItems: lazy(() => listOf(z.object({ contentDetails: z.object({ videoId: z.string().min(1) }) }))),
  videos: lazy(() =>
    listOf(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          publishedAt: z.iso.datetime({ offset: true }),
          liveBroadcastContent: z.string().default('none'),
        }),
        status: z.object({ privacyStatus: z.string() }),
        statistics: z.object({ viewCount: count().optional() }).optional(),
      }),
    ),
  ),
  posts: lazy(() =>
    listOf(
      z.object({
        id: z.string().min(1),
        status: z.object({ privacyStatus: z.string() }),
        statistics: z
          .object({ viewCount: count().optional(), likeCount: count().optional(), commentCount: count().optional() })
          .default({}),
      }),
    ),
  ),
  problem: lazy(() => z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }) })),
};

export type PostItem = z.output<ReturnType<typeof answers.posts>>['items'][number];
export type ChannelItem = z.output<ReturnType<typeof answers.channels>>['items'][number];

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item).default([]) });
// A number above 2^53 is not a valid count.
const count = lazy(() =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
);
