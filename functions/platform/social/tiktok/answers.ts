import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { itemsOf } from '../items.ts';

/**
 * The parsed parts of TikTok's answers (developers.tiktok.com/doc/tiktok-api-v2-video-object and beside it); other fields are ignored. A list
 * always has `videos`, `cursor` and `has_more`, and the answer to a query has `videos`, also when they are empty ("List Videos" and "Query Videos",
 * Response Data). A video has each text that was asked for; a count that it lacks is unknown.
 */
export const answers = {
  user: lazy(() =>
    ofData({
      user: z.object({
        open_id: z.string().min(1),
        display_name: z.string().default(''),
        avatar_url: z.string().default(''),
        avatar_large_url: z.string().default(''),
        // The others need scopes that the person may have refused.
        bio_description: z.string().default(''),
        username: z.string().default(''),
        follower_count: count().optional(),
      }),
    }),
  ),
  page: lazy(() =>
    ofData({
      videos: z.array(z.object({ id: z.string().min(1), create_time: unixSeconds() })),
      cursor: z.int().min(0),
      has_more: z.boolean(),
    }),
  ),
  videos: lazy(() => ofData({ videos: itemsOf(z.object(video())) })),
  /** Every answer has it. The code of a success is `ok`. */
  error: lazy(() => z.object({ error: z.object({ code: z.string() }) })),
  event: lazy(() =>
    z.object({
      event: z.string(),
      user_openid: z.string().min(1).optional(),
      create_time: unixSeconds().optional().catch(undefined),
    }),
  ),
};

export type UserItem = z.output<ReturnType<typeof answers.user>>['data']['user'];
export type VideoItem = z.output<ReturnType<typeof answers.videos>>['data']['videos']['usable'][number];

const ofData = <T extends z.ZodRawShape>(data: T) => z.object({ data: z.object(data) });
const count = lazy(() => z.int().min(0));
/** Until 2100. A much later time would have a year of five digits, which Postgres does not read. */
const unixSeconds = lazy(() => z.int().min(0).max(4_102_444_800));
const video = () => ({
  id: z.string().min(1),
  create_time: unixSeconds(),
  title: z.string(),
  video_description: z.string(),
  share_url: z.string(),
  cover_image_url: z.string().default(''),
  duration: z.number().min(0).optional(),
  view_count: count().optional(),
  like_count: count().optional(),
  comment_count: count().optional(),
  share_count: count().optional(),
});
