import * as z from 'zod';

/**
 * What is read of YouTube's answers (developers.google.com/youtube/v3/docs); whatever else they hold is let pass. A list
 * without a match has no `items`.
 */
export const answers = {
  channels: once(() =>
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
  playlistItems: once(() => listOf(z.object({ contentDetails: z.object({ videoId: z.string().min(1) }) }))),
  videos: once(() =>
    listOf(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          publishedAt: z.iso.datetime({ offset: true }),
          liveBroadcastContent: z.string().default('none'),
        }),
        status: z.object({ privacyStatus: z.string() }),
        // A number above 2^53 is no count of views either.
        statistics: z
          .object({
            viewCount: z
              .string()
              .regex(/^\d{1,15}$/)
              .transform(Number)
              .optional(),
          })
          .optional(),
      }),
    ),
  ),
  problem: once(() => z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }) })),
};

export type ChannelItem = z.output<ReturnType<typeof answers.channels>>['items'][number];

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item).default([]) });

/** Made when it is first needed: a Worker has little time to start. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
