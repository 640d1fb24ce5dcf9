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
    'Adds one post by its address. The service asks the platform at once for the account that published the post. If the factory does not ' +
    'watch this account, the service adds it in mode LISTED: the factory watches only the posts that you add. The next scan of the account ' +
    'reads the metrics, unless the post is older than trackingDays. A post that does not exist or is not public returns 400 ' +
    'INVALID_PROOF. Some platforms show posts only to connected accounts. They return 409 INVALID_STATE (GRANT_REQUIRED), unless the ' +
    'account is connected here and either is yours or its owner consents to share its metrics. A post that is already in the factory ' +
    `returns 409 INVALID_STATE (POST_EXISTS, with \`existingId\`). A factory has at most ${maxFactoryAccounts} accounts and ` +
    `${maxPosts.ofFactory} posts. An account has at most ${maxPosts.ofAccount} posts that are younger than trackingDays. One more returns 409 ` +
    'INVALID_STATE (LIMIT_REACHED). ' +
    'Each user may spend 50 units a day at each platform. This request spends units.',
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
      factoryAccountId: id().describe('Id of the account that published the post, in this factory.'),
      platform: z.enum(platforms),
      url: z.string().nullable().describe('URL of the post at the platform; null if it is not known.'),
      isAccountRemoved: z.boolean().describe('true if the account was removed too, because this was its last post.'),
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
    'Removes a post of an account in mode LISTED. The removal of its last post removes the account too. A post of an account in mode ACCOUNT ' +
    'returns 409 INVALID_STATE, because the service would find the post again.',
  params: () => z.object({ id: pathId(), postId: pathId() }),
  success: 200,
  answer: () => dataOf(removedPost()),
  errors: ['INVALID_STATE'],
});
