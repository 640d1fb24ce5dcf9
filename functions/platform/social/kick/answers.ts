import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { noError } from '../items.ts';

/**
 * The parsed parts of Kick's answers; other fields are ignored. The shapes are those of its OpenAPI document (docs.kick.com, Channels and
 * Users): each list has `data`, also when it is empty. Its examples were read in copies of the document, not at Kick itself.
 */
export const answers = {
  channels: lazy(() =>
    listOf({
      broadcaster_user_id: z.int().min(1),
      slug: z.string().min(1),
      channel_description: z.string().nullish(),
    }),
  ),
  users: lazy(() =>
    listOf({ user_id: z.int().min(1), name: z.string().min(1), profile_picture: z.string().nullish() }),
  ),
  /** docs.kick.com, Webhook Payloads: each event names its broadcaster. */
  event: lazy(() => z.object({ broadcaster: z.object({ user_id: z.int().min(1) }).optional() })),
};

const listOf = <T extends z.ZodRawShape>(item: T) => z.object({ ...noError(), data: z.array(z.object(item)) });
