import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { factoryPost, postInput } from './factory-post.ts';
import { maxFactoryAccounts, maxPosts } from './factory-terms.ts';
import { change } from './operation-parts.ts';

const path = '/factories/{id}/posts';

export const AddFactoryPost = declare({
  ...change,
  name: 'AddFactoryPost',
  method: 'post',
  path,
  summary: 'Watch a post',
  description:
    'Adds one post by its address. The service asks the platform at once which account has published the post. If the factory does not ' +
    'watch this account, the service adds it in mode LISTED: only the posts that you add are watched. The next scan of the account reads ' +
    'the metrics, unless the post is older than trackingDays. A post that the platform does not have, or that is not public, returns 400 ' +
    'INVALID_PROOF. A platform that shows posts only to connected accounts returns 409 INVALID_STATE (GRANT_REQUIRED), unless the account ' +
    'is connected here and is yours, or its owner consents to show its metrics. A post that the factory has returns 409 INVALID_STATE ' +
    `(POST_EXISTS, with \`existingId\`). A factory has at most ${maxFactoryAccounts} accounts and ${maxPosts.ofFactory} posts, and ` +
    `${maxPosts.ofAccount} posts of an account that are younger than trackingDays; one more returns 409 INVALID_STATE (LIMIT_REACHED). ` +
    'Requests of one user may cost 50 units a day at each platform. This request counts.',
  params: () => z.object({ id: pathId() }),
  body: () => postInput(),
  success: 201,
  answer: () => dataOf(factoryPost()),
  errors: ['INVALID_STATE', 'INVALID_PROOF', 'WRITE_NOT_AVAILABLE_FOR_FEATURE'],
});

const removedPost = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the post in this factory.'),
      factoryAccountId: id().describe('The account of the factory that published the post.'),
      platform: z.enum(platforms),
      url: z
        .string()
        .nullable()
        .describe('Address of the post at the platform; null if the platform does not state it.'),
      isAccountRemoved: z
        .boolean()
        .describe('true if it was the last post of its account: the account was removed, too.'),
    })
    .meta({ id: 'RemovedFactoryPost' }),
);
export type RemovedPostView = z.output<ReturnType<typeof removedPost>>;

export const RemoveFactoryPost = declare({
  ...change,
  name: 'RemoveFactoryPost',
  method: 'delete',
  idempotency: 'none',
  path: `${path}/{postId}`,
  summary: 'Stop watching a post',
  description:
    'Removes a post of an account in mode LISTED, and the account with its last post. A post of an account in mode ACCOUNT returns 409 ' +
    'INVALID_STATE, because the service would find it again.',
  params: () => z.object({ id: pathId(), postId: pathId() }),
  success: 200,
  answer: () => dataOf(removedPost()),
  errors: ['INVALID_STATE'],
});
