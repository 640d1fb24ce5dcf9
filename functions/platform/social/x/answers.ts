import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { itemsOf } from '../items.ts';

/** The parsed parts of X's answers (docs.x.com/x-api/fundamentals/data-dictionary); other fields are ignored. An object has each of the
 * fields that were asked for; only `attachments` and `note_tweet` are absent from posts without them. */
export const answers = {
  // A 200 has data, errors or both ("Response Codes & Errors", Partial errors). What is neither there nor explained has no answer.
  user: lazy(() => z.object({ data: z.object(user()).optional(), errors: errors() })),
  posts: lazy(() =>
    z.object({
      data: itemsOf(z.object(post())).prefault([]),
      includes: z.object({ media: itemsOf(z.object(media())).prefault([]) }).prefault({}),
      errors: itemsOf(error()).prefault([]),
    }),
  ),
  page: lazy(() =>
    z.object({
      // An empty timeline has no data, but always the number of its posts ("User Posts timeline", meta.result_count).
      data: z.array(z.object({ id: z.string().min(1), created_at: instant() })).default([]),
      meta: z.object({ result_count: z.int().min(0), next_token: z.string().min(1).optional() }).optional(),
      errors: errors(),
    }),
  ),
  problem: lazy(() => z.object({ type: z.string() })),
};

export type UserItem = NonNullable<z.output<ReturnType<typeof answers.user>>['data']>;
export type PostsAnswer = z.output<ReturnType<typeof answers.posts>>;
export type PostItem = PostsAnswer['data']['usable'][number];
export type MediaItem = PostsAnswer['includes']['media']['usable'][number];
export type ResourceError = PostsAnswer['errors']['usable'][number];

const count = lazy(() => z.int().min(0));
const instant = lazy(() => z.iso.datetime({ offset: true }));
const error = lazy(() =>
  z.object({ type: z.string().default(''), resource_id: z.string().optional(), value: z.string().optional() }),
);
const errors = lazy(() => z.array(error()).default([]));
const user = () => ({
  id: z.string().min(1),
  name: z.string(),
  username: z.string().min(1),
  description: z.string(),
  profile_image_url: z.string().optional(),
  public_metrics: z.object({ followers_count: count().optional() }),
});
const media = () => ({
  media_key: z.string().min(1),
  type: z.string(),
  duration_ms: z.number().min(0).optional(),
  preview_image_url: z.string().optional(),
  url: z.string().optional(),
});
const post = () => ({
  id: z.string().min(1),
  author_id: z.string().min(1),
  text: z.string(),
  // The whole text of a long post, whose `text` is cut.
  note_tweet: z.object({ text: z.string() }).optional(),
  created_at: instant(),
  attachments: z.object({ media_keys: z.array(z.string()).default([]) }).default({ media_keys: [] }),
  public_metrics: z
    .object({
      retweet_count: count().optional(),
      reply_count: count().optional(),
      like_count: count().optional(),
      quote_count: count().optional(),
      bookmark_count: count().optional(),
      impression_count: count().optional(),
    })
    .refine(({ retweet_count = 0, quote_count = 0 }) => Number.isSafeInteger(retweet_count + quote_count)),
});
