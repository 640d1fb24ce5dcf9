import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { postStatuses } from './campaign-terms.ts';
import { proof } from './proofs.ts';

/** The newest proofs that staff sees of a post. */
export const maxShownProofs = 20;
/** What staff can do with a post. */
export const staffPostActions = ['proofs'] as const;

const postFields = lazy(() => ({
  id: id().describe('Id of the post in this service.'),
  campaignId: id().describe('Id of the campaign.'),
  campaignTitle: z.string().describe('Name of the campaign.'),
  advertiserId: id().describe('User id of the advertiser.'),
  creatorId: id().describe('User id of the creator.'),
  socialAccountId: id().describe('The account that published the post.'),
  platform: z.enum(platforms),
  handle: z.string().describe('Name of the account at the platform.'),
  url: z.string().describe('Address of the post.'),
  status: z.enum(postStatuses),
  submittedAt: instant().describe('When the creator submitted the post.'),
  publishedAt: instant().describe('When the platform published the post.'),
}));

const listedPost = lazy(() => z.strictObject(postFields()).meta({ id: 'StaffPost' }));
export type StaffPostView = z.output<ReturnType<typeof listedPost>>;

const detailedPost = lazy(() =>
  z
    .strictObject({
      ...postFields(),
      proofs: z
        .array(proof())
        .max(maxShownProofs)
        .describe(`The newest ${maxShownProofs} proofs. Their views are null while the advertiser may not see them.`),
      allowedActions: z
        .array(z.enum(staffPostActions))
        .describe('What you can do with the post now: `proofs` adds a screenshot.'),
    })
    .meta({ id: 'StaffPostDetails' }),
);
export type StaffPostDetailsView = z.output<ReturnType<typeof detailedPost>>;

const staffs = { method: 'get', access: 'staff', tag: 'Staff reviews', idempotency: 'none', rate: 'read' } as const;

export const ListPostsForStaff = declare({
  ...staffs,
  name: 'ListPostsForStaff',
  path: '/staff/posts',
  summary: 'List the posts of campaigns',
  description: 'Lists the posts that creators have submitted to campaigns, the newest submission first.',
  query: () =>
    z.object({
      ...idPage(),
      campaignId: pathId().optional().describe('Only posts of this campaign.'),
      postId: pathId().optional().describe('Only the post with this id.'),
    }),
  success: 200,
  answer: () => listOf(listedPost()),
  errors: ['INVALID_CURSOR'],
});

export const GetPostForStaff = declare({
  ...staffs,
  name: 'GetPostForStaff',
  path: '/staff/posts/{id}',
  summary: 'Get a post of a campaign',
  description: 'Returns the post with the screenshots that prove its views.',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(detailedPost()),
  errors: [],
});
