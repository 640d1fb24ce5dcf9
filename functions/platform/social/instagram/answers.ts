import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { itemsOf, noError } from '../items.ts';

/**
 * The parsed parts of Instagram's answers (Instagram Platform, "API Reference": IG User, IG Media, Insights); other fields are ignored. A field
 * without a value is absent. A list always has `data`, also when it is empty, and each metric has its `values`.
 */
export const answers = {
  // "Get Started" shows it in a list of `data`; answers that others have published have it alone.
  me: lazy(() => z.union([user(), z.object({ data: z.tuple([user()]) }).transform(({ data: [only] }) => only)])),
  page: lazy(() =>
    z.object({
      ...noError(),
      data: itemsOf(
        z
          .object({
            id: id(),
            permalink: z.string().optional(),
            timestamp: instant(),
            media_product_type: z.string().optional(),
          })
          // Each post has a public address. Whether each advertisement has one is not documented.
          .refine(({ permalink, media_product_type: product }) => permalink !== undefined || product === 'AD', {
            path: ['permalink'],
          }),
      ),
      paging: z
        .object({
          cursors: z.object({ after: z.string().min(1).optional() }).default({}),
          // The address of the next page contains the token. Only its presence matters.
          next: z.string().optional(),
        })
        .default({ cursors: {} }),
    }),
  ),
  media: lazy(() =>
    z.object({
      ...noError(),
      id: id(),
      media_type: z.string(),
      media_product_type: z.string().default('FEED'),
      caption: z.string().optional(),
      timestamp: instant(),
      media_url: z.string().optional(),
      thumbnail_url: z.string().optional(),
    }),
  ),
  insights: lazy(() =>
    z.object({
      ...noError(),
      data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: count().optional() })) })),
    }),
  ),
  demographics: lazy(() =>
    z.object({
      ...noError(),
      data: z.array(
        z.object({
          total_value: z
            .object({
              breakdowns: z
                .array(z.object({ dimension_keys: z.array(z.string()), results: z.array(result()).default([]) }))
                .default([]),
            })
            .default({ breakdowns: [] }),
        }),
      ),
    }),
  ),
  problem: lazy(() =>
    z.object({
      error: z.object({
        message: z.string().default(''),
        code: z.int().default(0),
        error_subcode: z.int().default(0),
      }),
    }),
  ),
  /** A `signed_request`, see events.ts. */
  signed: lazy(() =>
    z.object({ algorithm: z.string(), issued_at: z.int(), user_id: z.union([z.string().min(1), z.int()]) }),
  ),
  webhook: lazy(() => z.object({ entry: z.array(entry()).default([]) })),
  /** The value of a change of the field `story_insights`. Meta states counts below 5 as -1. */
  storyInsights: lazy(() => z.object({ media_id: id(), views: z.int().optional(), impressions: z.int().optional() })),
  subscribed: lazy(() => z.object({ ...noError(), success: z.literal(true) })),
};

export type Me = z.output<ReturnType<typeof answers.me>>;
export type MediaItem = z.output<ReturnType<typeof answers.media>>;
export type Insights = z.output<ReturnType<typeof answers.insights>>;
export type Demographics = z.output<ReturnType<typeof answers.demographics>>;
export type Problem = z.output<ReturnType<typeof answers.problem>>['error'];

const entry = lazy(() =>
  z.object({
    id: z.string().min(1).optional(),
    changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
  }),
);
const user = lazy(() =>
  z.object({
    ...noError(),
    user_id: id(),
    username: z.string().min(1),
    name: z.string().optional(),
    followers_count: count().optional(),
    media_count: count().optional(),
    profile_picture_url: z.string().optional(),
  }),
);
const count = lazy(() => z.int().min(0));
// The reference calls them numeric strings; some answers have numbers.
const id = lazy(() => z.union([z.string().regex(/^\d{1,30}$/), z.int().min(1)]).transform(String));
const result = lazy(() => z.object({ dimension_values: z.array(z.string()), value: count() }));
/** ISO 8601 with the offset as +0000, which z.iso.datetime() refuses. */
const instant = lazy(() =>
  z
    .string()
    .transform((text) => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
    .pipe(z.iso.datetime({ offset: true })),
);
