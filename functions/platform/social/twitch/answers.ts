import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { itemsOf, noError } from '../items.ts';

/**
 * The parsed parts of Twitch's answers (dev.twitch.tv/docs/api/reference); other fields are ignored. A list always has `data`, and the videos of a
 * user always have `pagination`, which is empty on the last page ("Get Users" and "Get Videos", Response Body). Each
 * user and video has all of its fields. A video without its count has an unknown one.
 */
export const answers = {
  users: lazy(() =>
    listOf({
      id: z.string().min(1),
      login: z.string(),
      display_name: z.string(),
      description: z.string(),
      profile_image_url: z.string(),
    }),
  ),
  followers: lazy(() => z.object({ ...noError(), total: count() })),
  page: lazy(() =>
    listOf({ id: z.string().min(1), published_at: instant() }).extend({
      pagination: z.object({ cursor: z.string().optional() }),
    }),
  ),
  videos: lazy(() => z.object({ ...noError(), data: itemsOf(z.object(video())) })),
  problem: lazy(() => z.object({ error: z.string(), status: z.int(), message: z.string() })),
  eventSub: lazy(() =>
    z.object({
      challenge: z.string().optional(),
      subscription: z.object({
        type: z.string(),
        status: z.string().default(''),
        condition: z
          .object({ broadcaster_user_id: z.string().min(1).optional(), user_id: z.string().min(1).optional() })
          .default({}),
      }),
      event: z.object({ user_id: z.string().min(1).optional() }).nullish(),
    }),
  ),
};

export type UserItem = z.output<ReturnType<typeof answers.users>>['data'][number];
export type VideoItem = z.output<ReturnType<typeof answers.videos>>['data']['usable'][number];
export type EventSubCall = z.output<ReturnType<typeof answers.eventSub>>;

const listOf = <T extends z.ZodRawShape>(item: T) => z.object({ ...noError(), data: z.array(z.object(item)) });
const video = () => ({
  id: z.string().min(1),
  user_id: z.string().min(1),
  title: z.string(),
  description: z.string(),
  published_at: instant(),
  thumbnail_url: z.string(),
  viewable: z.string(),
  view_count: count().optional(),
  type: z.string(),
  duration: z.string(),
});
const instant = lazy(() => z.iso.datetime({ offset: true }));
// Whole and safe: z.int() refuses a number above 2^53.
const count = lazy(() => z.int().min(0));
