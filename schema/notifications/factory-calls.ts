import * as z from 'zod';
import { factoryPostFlags, maxFlaggedPosts } from '../factories/factory-terms.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';

const happenedAt = lazy(() => instant().describe('Time of the event. `webhook-timestamp` is the time of the attempt.'));
const factoryId = lazy(() => id().describe('Id of your factory.'));

/** The call for unusual measurements that one part of a scan of an account has found. Like those of webhook-calls.ts, it is never parsed. */
export const flaggedPostsCall = lazy(() =>
  z
    .strictObject({
      type: z.literal('factory.post.flagged').describe('Kind of the event.'),
      timestamp: happenedAt(),
      data: z
        .strictObject({
          factoryId: factoryId(),
          factoryAccountId: id().describe('Id of the account that published the posts, in the factory.'),
          posts: z
            .array(
              z.strictObject({
                postId: id().describe('Id of the post in the factory.'),
                flags: z.array(z.enum(factoryPostFlags)).min(1).describe('Kinds of unusual measurements.'),
              }),
            )
            .min(1)
            .max(maxFlaggedPosts)
            .describe('The flagged posts of this part of the scan.'),
          postsTotal: z.int().min(1).describe('Number of flagged posts of this part of the scan.'),
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

/** The call for a factory whose scans the balance covers for less than three days. */
export const lowCreditsCall = lazy(() =>
  z
    .strictObject({
      type: z.literal('factory.credits_low').describe('Kind of the event.'),
      timestamp: happenedAt(),
      data: z
        .strictObject({
          factoryId: factoryId(),
          balance: z
            .int()
            .nonnegative()
            .describe('Your balance of credits after the scan. All your factories share it.'),
          daysLeft: z.int().min(0).max(2).describe('Full days that the balance lasts if only this factory spends it.'),
        })
        .describe('The event.'),
    })
    .meta({ id: 'FactoryCreditsLowCall' }),
);
