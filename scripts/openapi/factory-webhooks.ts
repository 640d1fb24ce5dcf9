import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { maxFlaggedPosts } from '../../schema/factories/factory-terms.ts';
import { flaggedPostsCall, lowCreditsCall, pausedFactoryCall } from '../../schema/notifications/factory-calls.ts';
import { called } from './webhook-call.ts';

const sent =
  'The service sends this call to each endpoint of the owner that subscribes to the kind. It retries the call like a call for an assignment.';

/** The calls about content factories. */
export const factoryWebhooks = (): ZodOpenApiPathsObject => ({
  'factory-flagged-posts': {
    post: {
      operationId: 'factoryFlaggedPosts',
      tags: ['Webhooks'],
      summary: 'Unusual measurements of posts of a content factory',
      description:
        `The service scans an account in parts of at most ${maxFlaggedPosts} posts. Each part that finds unusual measurements causes one ` +
        `call. ${sent} Read the posts for their present state.`,
      ...called(flaggedPostsCall(), {
        type: 'factory.post.flagged',
        timestamp: '2026-12-25T18:40:00.000Z',
        data: { factoryId: 31, factoryAccountId: 77, posts: [{ postId: 5120, flags: ['VIEWS_FELL'] }], postsTotal: 1 },
      }),
    },
  },
  'factory-paused': {
    post: {
      operationId: 'factoryPaused',
      tags: ['Webhooks'],
      summary: 'A content factory was paused for lack of credits',
      description: `${sent} A pause by the owner causes no call.`,
      ...called(pausedFactoryCall(), {
        type: 'factory.paused',
        timestamp: '2026-12-25T18:41:00.000Z',
        data: { factoryId: 31, pauseReason: 'NO_CREDITS' },
      }),
    },
  },
  'factory-credits-low': {
    post: {
      operationId: 'factoryCreditsLow',
      tags: ['Webhooks'],
      summary: 'The credits for a content factory are low',
      description:
        'The balance lasts for less than three days if only this factory spends it. The event can occur again after the balance has covered ' +
        `three days or more. ${sent}`,
      ...called(lowCreditsCall(), {
        type: 'factory.credits_low',
        timestamp: '2026-12-25T18:42:00.000Z',
        data: { factoryId: 31, balance: 140, daysLeft: 2 },
      }),
    },
  },
});
