import * as z from 'zod';
import { platforms, queryEnum } from '../shared/enums.ts';
import { namedId, pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { pasted, text } from '../shared/text.ts';
import { chosenRejectionReasons, maxResubmissions, postNoteLength, postStatuses } from './campaign-terms.ts';
import { ofCampaign, ofOwnPost, partyRead } from './operation-parts.ts';
import { campaignCreator, campaignPost, ownPost, postEarning, postSummary } from './posts.ts';

const path = '/campaigns/{id}/posts';
const params = lazy(() => z.object({ id: pathId() }));
const postParams = lazy(() => z.object({ id: pathId(), postId: pathId() }));
const byStatus = lazy(() => ({ ...idPage(), status: queryEnum(postStatuses).optional() }));

export const SubmitPost = declare({
  ...ofOwnPost,
  access: 'participant',
  name: 'SubmitPost',
  method: 'post',
  path: '/posts',
  summary: 'Submit a post to a campaign',
  description:
    'Submits a post that one of your accounts has published after you took the campaign offer. The service asks the platform at once. If the ' +
    'post does not exist, is not public, belongs to another account or is older than takenAt, the response is 400 INVALID_PROOF. A ' +
    'post can be used once, in one campaign or one order: a second use returns 409 INVALID_STATE (POST_EXISTS). If the platform shows ' +
    'metrics only with a connection and your consent, the account must have both: otherwise 409 INVALID_STATE (GRANT_REQUIRED). You ' +
    `can submit a rejected or withdrawn post to the same campaign again, at most ${maxResubmissions} times. Requests of one user may cost 50 units ` +
    'a day at each platform. A submission counts, like pictures and checks of accounts.',
  isForVerified: true,
  body: () =>
    z.strictObject({
      campaignId: namedId().describe('Id of a campaign whose offer you have taken.'),
      socialAccountId: namedId().describe('One of accountIds of the campaign offer.'),
      url: pasted(500).describe('Public https address of the post.'),
    }),
  success: 201,
  answer: () => dataOf(ownPost()),
  errors: [
    'INVALID_STATE',
    'INVALID_PROOF',
    'ACCOUNT_ACCESS_DENIED',
    'RESOURCE_NOT_FOUND',
    'WRITE_NOT_AVAILABLE_FOR_FEATURE',
  ],
  idempotency: 'optional',
  rate: 'write',
});

export const WithdrawPost = declare({
  ...ofOwnPost,
  access: 'participant',
  name: 'WithdrawPost',
  method: 'post',
  path: '/posts/{id}/withdraw',
  summary: 'Withdraw a submitted post',
  description:
    'Withdraws a post about which nobody has decided yet: it becomes REJECTED with the reason WITHDRAWN, and is free for another use. A ' +
    'post that is accepted or rejected cannot be withdrawn: 409 INVALID_STATE with its status.',
  params,
  success: 200,
  answer: () => dataOf(ownPost()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});

export const ListOwnPosts = declare({
  ...ofOwnPost,
  ...partyRead,
  name: 'ListOwnPosts',
  path: '/posts',
  summary: 'List your posts',
  description:
    'Lists the posts that you have submitted to campaigns, the newest submission first, with sums over all that match the filters.',
  query: () => z.object({ ...byStatus(), platform: queryEnum(platforms).optional() }),
  answer: () => listOf(ownPost()).extend({ summary: postSummary() }),
  errors: ['INVALID_CURSOR'],
});

export const ListPostEarnings = declare({
  ...ofOwnPost,
  ...partyRead,
  name: 'ListPostEarnings',
  path: '/posts/{id}/earnings',
  summary: 'Explain the earnings of your post',
  description:
    'Lists what the post has earned and what was paid of it, newest first, with the post itself. The accruals sum up to `earned`, the ' +
    'payouts to `paid`.',
  params,
  query: () => z.object(idPage()),
  answer: () => listOf(postEarning()).extend({ post: ownPost().describe('The post that has earned it.') }),
  errors: ['INVALID_CURSOR'],
});

export const ListCampaignPosts = declare({
  ...ofCampaign,
  ...partyRead,
  name: 'ListCampaignPosts',
  path,
  summary: 'List the posts of a campaign',
  description: 'Lists the posts that creators have submitted, the newest submission first.',
  params,
  query: () => z.object(byStatus()),
  answer: () => listOf(campaignPost()),
  errors: ['INVALID_CURSOR'],
});

export const ListCampaignPostEarnings = declare({
  ...ofCampaign,
  ...partyRead,
  name: 'ListCampaignPostEarnings',
  path: `${path}/{postId}/earnings`,
  summary: 'Explain the earnings of a post',
  description:
    'Lists what the post has earned and what was paid of it, newest first. `views` is null while you may not see it.',
  params: postParams,
  query: () => z.object(idPage()),
  answer: () => listOf(postEarning()).extend({ post: campaignPost().describe('The post, on each page of the list.') }),
  errors: ['INVALID_CURSOR'],
});

export const ListCampaignCreators = declare({
  ...ofCampaign,
  ...partyRead,
  name: 'ListCampaignCreators',
  path: '/campaigns/{id}/creators',
  summary: 'List the creators of a campaign',
  description:
    'Lists the social accounts with posts in the campaign, the highest engagement.views first, then by id. A creator with two accounts ' +
    'is listed twice. `withoutPosts=true` lists, by id, the latest first, the accounts without posts whose creators have taken the offer: ' +
    'those for which you can create a tracking link before they publish.',
  params,
  query: () =>
    z.object({
      ...idPage(),
      withoutPosts: z.literal('true').optional().describe('The accounts without posts instead of those with posts.'),
    }),
  answer: () => listOf(campaignCreator()),
  errors: ['INVALID_CURSOR'],
});

const decide = {
  ...ofCampaign,
  method: 'post',
  access: 'token',
  params: postParams,
  success: 200,
  answer: () => dataOf(campaignPost()),
  idempotency: 'optional',
  rate: 'write',
} as const;

export const AcceptCampaignPost = declare({
  ...decide,
  name: 'AcceptCampaignPost',
  path: `${path}/{postId}/accept`,
  summary: 'Accept a post',
  description:
    'Accepts a post that is on moderation. An acceptance is final. With CPM the post earns from its first view on. With FIXED it earns ' +
    'the reward at once: if the budget does not cover the reward, the response is 409 INSUFFICIENT_FUNDS. If the social account is not ' +
    'active, it is 409 INVALID_STATE with the status of the account. While the creator is suspended, it is 409 INVALID_STATE ' +
    '(SUSPENDED).',
  errors: ['INVALID_STATE', 'INSUFFICIENT_FUNDS'],
});

export const RejectCampaignPost = declare({
  ...decide,
  name: 'RejectCampaignPost',
  path: `${path}/{postId}/reject`,
  summary: 'Reject a post',
  description:
    'Rejects a post that is on moderation. The creator can read the reason and the note. While the creator is suspended, the response ' +
    'is 409 INVALID_STATE (SUSPENDED).',
  body: () =>
    z.strictObject({
      reason: z.enum(chosenRejectionReasons),
      note: text(0, postNoteLength).optional().describe('Text for the creator.'),
    }),
  errors: ['INVALID_STATE'],
});
