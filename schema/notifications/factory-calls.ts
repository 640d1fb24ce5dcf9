import * as z from 'zod';
import { factoryPostFlags, maxFlaggedPosts } from '../factories/factory-terms.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';

const happenedAt = lazy(() =>
  instant().describe('When the event happened. `webhook-timestamp` is the time of the attempt.'),
);
const factoryId = lazy(() => id().describe('Id of your factory.'));

/** The call for posts of an account of a factory that had unusual measurements in one scan. Like those of webhook-calls.ts, never parsed. */
export const flaggedPostsCall = lazy(() =>
  z
    .strictObject({
      type: z.literal('factory.post.flagged').describe('Kind of the event.'),
      timestamp: happenedAt(),
      data: z
        .strictObject({
          factoryId: factoryId(),
          factoryAccountId: id().describe('The account of the factory that published the posts.'),
          posts: z
            .array(
              z.strictObject({
                postId: id().describe('Id of the post in the factory.'),
                flags: z.array(z.enum(factoryPostFlags)).min(1).describe('What is unusual in the measurement.'),
              }),
            )
            .min(1)
            .max(maxFlaggedPosts)
            .describe('The flagged posts of the scan, or the first of them.'),
          postsTotal: z.int().min(1).describe('Number of all flagged posts of the scan.'),
        })
        .describe('The event.'),
    })
    .meta({ id: 'FactoryFlaggedPostsCall' }),
);

/** The call for a factory that the service has paused. */
export const pausedFactoryCall = lazy(() =>
  z
    .strictObject({
      type: z.literal('factory.paused').describe('Kind of the event.'),
      timestamp: happenedAt(),
      data: z
        .strictObject({
          factoryId: factoryId(),
          pauseReason: z.literal('NO_CREDITS').describe('The credits did not cover a scan.'),
        })
        .describe('The event.'),
    })
    .meta({ id: 'FactoryPausedCall' }),
);

/** The call for a factory that spends the last credits. */
export const lowCreditsCall = lazy(() =>
  z
    .strictObject({
      type: z.literal('factory.credits_low').describe('Kind of the event.'),
      timestamp: happenedAt(),
      data: z
        .strictObject({
          factoryId: factoryId(),
          balance: z.int().nonnegative().describe('Your credits after the scan, which all your factories share.'),
          daysLeft: z.int().min(0).max(2).describe('Full days that the balance lasts if only this factory spends it.'),
        })
        .describe('The event.'),
    })
    .meta({ id: 'FactoryCreditsLowCall' }),
);
