import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  accountEventCall,
  campaignEventCall,
  eventCall,
  postEventCall,
  testCall,
} from '../../schema/notifications/webhook-calls.ts';
import { testKind } from '../../schema/notifications/webhook-terms.ts';
import { factoryWebhooks } from './factory-webhooks.ts';
import { called } from './webhook-call.ts';

const eventExample = {
  type: 'assignment.submitted',
  timestamp: '2026-12-25T18:10:00.000Z',
  data: { eventId: 342, seq: 4, assignmentId: 61, orderId: 48, actor: 'CREATOR', role: 'ADVERTISER', data: {} },
};
const accountExample = {
  type: 'social_account.expired',
  timestamp: '2026-12-25T18:20:00.000Z',
  data: { socialAccountId: 17, platform: 'YOUTUBE', actor: 'PLATFORM' },
};
const postExample = {
  type: 'post.rejected',
  timestamp: '2026-12-25T18:24:00.000Z',
  data: {
    ...{ postId: 913, campaignId: 25, socialAccountId: 17, platform: 'YOUTUBE' },
    ...{ actor: 'ADVERTISER', role: 'CREATOR', reason: 'CRITERIA_NOT_MET', flags: [] },
  },
};
const campaignExample = {
  type: 'campaign.budget_low',
  timestamp: '2026-12-25T18:27:00.000Z',
  data: { campaignId: 25, actor: 'SYSTEM' },
};
const testExample = { type: testKind, timestamp: '2026-12-25T18:30:00.127Z', data: { endpointId: 12 } };

/** The calls of the service to the endpoints of its users. */
export const webhooks = (): ZodOpenApiPathsObject => ({
  'assignment-event': {
    post: {
      operationId: 'assignmentEvent',
      tags: ['Webhooks'],
      summary: 'An event of an assignment',
      description:
        'Sent to the endpoints of both parties that subscribe to the kind, at least once and in no guaranteed order. Respond ' +
        'with any 2xx status within 10 seconds. A redirect is a failure. After a failure the service retries, with up to ten attempts ' +
        'in somewhat more than three days. 410 disables the endpoint.',
      ...called(eventCall(), eventExample),
    },
  },
  'account-event': {
    post: {
      operationId: 'accountEvent',
      tags: ['Webhooks'],
      summary: 'An event of a social account',
      description:
        'Sent to the endpoints of the owner of the account that subscribe to the kind, and retried like an event of an assignment. ' +
        'Read the account for its present state.',
      ...called(accountEventCall(), accountExample),
    },
  },
  'post-event': {
    post: {
      operationId: 'postEvent',
      tags: ['Webhooks'],
      summary: 'An event of a post of a campaign',
      description:
        'The service sends this call to each endpoint of the creator and of the advertiser that subscribes to the kind. It retries the ' +
        'call like that of an assignment. The advertiser is not notified of flags on metrics that only the creator may see. Read the ' +
        'post for its present state.',
      ...called(postEventCall(), postExample),
    },
  },
  'campaign-event': {
    post: {
      operationId: 'campaignEvent',
      tags: ['Webhooks'],
      summary: 'An event of a campaign',
      description:
        'The service sends this call to each endpoint of the advertiser that subscribes to the kind. It retries the call like that of an ' +
        'assignment. Read the campaign for its present state.',
      ...called(campaignEventCall(), campaignExample),
    },
  },
  ...factoryWebhooks(),
  [testKind]: {
    post: {
      operationId: 'webhookTest',
      tags: ['Webhooks'],
      summary: 'A test of an endpoint',
      description: 'Sent once per request, and signed like every other call.',
      ...called(testCall(), testExample),
    },
  },
});
