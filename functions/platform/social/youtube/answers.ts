import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { itemsOf, noError } from '../items.ts';

/**
 * The parsed parts of YouTube's answers (developers.google.com/youtube/v3/docs); other fields are ignored. Each list always has `pageInfo`, and
 * always `items`, also when they are empty ("videos: list", "playlistItems: list", Properties). Only a list of channels without a match has no
 * `items`: then its `pageInfo` says that there are none. An item has each part that was asked for; a count in it that is hidden is absent.
 */
export const answers = {
  channels: lazy(() =>
    z
      .object({ ...listed(), items: z.array(z.object(channel())).default([]) })
      .refine(
        ({ items, pageInfo }) => items.length > 0 || pageInfo?.totalResults === 0,
        'has neither items nor their number',
      ),
  ),
  // A private video has no videoPublishedAt.
  playlistItems: lazy(() =>
    z.object({
      ...listed(),
      items: z.array(
        z.object({
          contentDetails: z.object({ videoId: z.string().min(1), videoPublishedAt: instant().optional() }),
        }),
      ),
      nextPageToken: z.string().min(1).optional(),
    }),
  ),
  videos: lazy(() => z.object({ ...listed(), items: itemsOf(z.object(video())) })),
  /** Whether each video is announced. */
  announcements: lazy(() =>
    z.object({
      ...listed(),
      items: z.array(z.object({ id: z.string().min(1), snippet: z.object({ liveBroadcastContent: z.string() }) })),
    }),
  ),
  /** A result table of the Analytics API. Without data it has no `rows`. */
  report: lazy(() =>
    z.object({
      columnHeaders: z.array(z.object({ name: z.string() })),
      rows: z.array(z.array(z.union([z.string(), z.number().min(0)]))).default([]),
    }),
  ),
  problem: lazy(() =>
    z.object({ error: z.object({ message: z.string().default(''), errors: reasons(), details: reasons() }) }),
  ),
};

export type ChannelItem = z.output<ReturnType<typeof answers.channels>>['items'][number];
export type VideoItem = z.output<ReturnType<typeof answers.videos>>['items']['usable'][number];

const listed = () => ({
  ...noError(),
  pageInfo: z.object({ totalResults: z.int() }).optional(),
});
const channel = () => ({
  id: z.string().min(1),
  snippet: z.object({
    title: z.string(),
    description: z.string(),
    customUrl: z.string().optional(),
    thumbnails: thumbnails(),
  }),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().optional() }) }),
  statistics: z.object({ subscriberCount: count().optional(), hiddenSubscriberCount: z.boolean() }),
});
const video = () => ({
  id: z.string().min(1),
  snippet: z.object({
    publishedAt: instant(),
    channelId: z.string().min(1),
    title: z.string(),
    description: z.string(),
    // Google's own example of an answer lacks it.
    liveBroadcastContent: z.string().default('none'),
    thumbnails: thumbnails(),
  }),
  status: z.object({ privacyStatus: z.string() }),
  contentDetails: z.object({ duration: z.string() }),
  // Only videos that are or were live have it.
  liveStreamingDetails: z.object({}).optional(),
  statistics: z.object({
    viewCount: count().optional(),
    likeCount: count().optional(),
    commentCount: count().optional(),
  }),
});
const reasons = lazy(() => z.array(z.object({ reason: z.string().optional() })).default([]));
/** By the name of the size. One in another shape is left out, because YouTube can add sizes. */
const thumbnails = lazy(() =>
  z
    .record(z.string(), z.object({ url: z.url(), width: z.int().optional() }).nullable().catch(null))
    .default({})
    .transform((sizes) => Object.values(sizes).filter((size) => size !== null)),
);
const instant = lazy(() => z.iso.datetime({ offset: true }));
// A number above 2^53 is not a valid count.
const count = lazy(() =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
);
