import type { SQL } from 'drizzle-orm/sql/sql';
import { acceptPost, rejectPost, withdrawPost } from '../../../db/campaigns/moderation.ts';
import { postOf } from '../../../db/campaigns/posts.ts';
import { factsOf } from '../../../db/query.ts';
import type { ChosenRejectionReason, PostAction } from '../../../schema/campaigns/campaign-terms.ts';
import type { CampaignPostView, OwnPostView } from '../../../schema/campaigns/posts.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { getCampaignPost, getOwnPost } from './get-post.ts';
import { refuseDecision } from './rules.ts';

interface Target {
  readonly id: number;
  readonly postId: number;
}

/** Accepts a post for good and books what it has earned, or changes nothing. */
export const acceptCampaignPost = (ctx: Ctx, target: Target): Promise<{ data: CampaignPostView }> =>
  decide(ctx, target, 'accept', acceptPost(target.postId, ctx.now())).catch(orRestTooLow);

/** An acceptance spends the reserved budget, so the available balance does not matter. */
function orRestTooLow(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'INSUFFICIENT_FUNDS') throw error;
  throw new Refusal(error.code, 'The rest of the budget does not cover the reward. Raise the budget of the campaign.');
}

/** Rejects a post, which is then free for another use. A failure changes nothing. */
export const rejectCampaignPost = (
  ctx: Ctx,
  { reason, note, ...target }: Target & { readonly reason: ChosenRejectionReason; readonly note?: string | undefined },
): Promise<{ data: CampaignPostView }> =>
  decide(ctx, target, 'reject', rejectPost(target.postId, { reason, note: note ?? null, at: ctx.now() }));

/** Withdraws an undecided post, which is then free for another use. A failure changes nothing. */
export const withdrawOwnPost = (ctx: Ctx, { id }: { readonly id: number }): Promise<{ data: OwnPostView }> =>
  mutate(ctx, {
    facts: factsOf({ post: postOf({ creatorId: ctx.actor.userId }, id) }),
    visible: ({ post }) => post,
    replay: () => getOwnPost(ctx, id),
    decide(post) {
      refuseDecision('CREATOR', 'withdraw', post);
      return {
        statements: [withdrawPost(id, ctx.now())],
        answer: readAfterCommit(() => getOwnPost(ctx, id)),
        kept: {},
        isNotifying: true,
      };
    },
  });

/** A retry with the same key decides nothing again, and returns the post in its current state. */
const decide = (ctx: Ctx, target: Target, action: PostAction, statement: SQL) =>
  mutate(ctx, {
    facts: factsOf({ post: postOf({ advertiserId: ctx.actor.userId, campaignId: target.id }, target.postId) }),
    visible: ({ post }) => post,
    replay: () => getCampaignPost(ctx, target),
    decide(post) {
      refuseDecision('ADVERTISER', action, post);
      return {
        statements: [statement],
        answer: readAfterCommit(() => getCampaignPost(ctx, target)),
        kept: {},
        isNotifying: true,
      };
    },
  });
