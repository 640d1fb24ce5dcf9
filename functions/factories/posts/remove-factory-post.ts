import { deleteListedPost, removablePost } from '../../../db/factories/listed-posts.ts';
import { factsOf } from '../../../db/query.ts';
import type { RemovedPostView } from '../../../schema/factories/listed-posts.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseWhole } from './rules.ts';
import { viewRemovedPost } from './view.ts';

/** Removes a post of an account in mode LISTED, and the account with its last post. A failure changes nothing. */
export const removeFactoryPost = (
  ctx: Ctx,
  { id, postId }: { readonly id: number; readonly postId: number },
): Promise<{ data: RemovedPostView }> =>
  mutate(ctx, {
    facts: factsOf({ post: removablePost(ctx.actor.userId, id, postId) }),
    visible: ({ post }) => post,
    decide(post) {
      refuseWhole(post);
      return { statements: deleteListedPost(id, post, ctx.now()), answer: { data: viewRemovedPost(post) } };
    },
  });
