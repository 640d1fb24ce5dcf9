import { offerOf } from '../../../db/campaigns/offers.ts';
import { livePostOf, type Submission, submitPost as submissionOf } from '../../../db/campaigns/submissions.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { facts, factsOf } from '../../../db/query.ts';
import { formerAccountOf } from '../../../db/social-accounts/accounts.ts';
import { campaignPosts } from '../../../db/tables/campaign-posts.ts';
import { maxResubmissions } from '../../../schema/campaigns/campaign-terms.ts';
import type { OwnPostView } from '../../../schema/campaigns/posts.ts';
import { sharingWithAdvertisers } from '../../../schema/metrics/sharing.ts';
import { alreadyThere, limitReached, notFound, orLimitReached, PostInUse } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { needsConsent, postReadBy, readPost } from '../../social-accounts/index.ts';
import { refusePaused, withoutGrant } from '../offers/rules.ts';
import { getOwnPost } from './get-post.ts';
import { contentOf, decideByOf, provenPost, refuseAccount, refuseUntaken } from './rules.ts';

export interface SubmitPost {
  readonly campaignId: number;
  readonly socialAccountId: number;
  readonly url: string;
}

/**
 * Submits a post that, as its platform confirms, the account has published after its creator took the offer. A failure changes nothing. A
 * retry with the same key submits nothing again, and returns the post in its current state.
 */
export function submitPost(ctx: Ctx, { campaignId, socialAccountId, url }: SubmitPost): Promise<{ data: OwnPostView }> {
  const { userId } = ctx.actor;
  let used: Pick<Submission, 'platform' | 'contentId'> | null = null;
  return mutate(ctx, {
    facts: factsOf({
      id: freshId(campaignPosts),
      offer: offerOf(userId, campaignId, ctx.now()),
      account: formerAccountOf(userId, socialAccountId),
    }),
    visible: (found) => found,
    replay: ({ id }: { readonly id: number }) => getOwnPost(ctx, id),
    async decide({ id, offer, account }) {
      if (offer === null || account === null) throw notFound();
      refusePaused(offer);
      const takenAt = refuseUntaken(offer);
      refuseAccount(account, offer, needsConsent(ctx));
      const content = contentOf(account, url);
      const reading = await readPost(ctx, account, content.contentId);
      if (reading === 'NOT_GRANTED') throw withoutGrant();
      const post = provenPost(reading, { ...account, ...content }, takenAt);
      used = { platform: account.platform, contentId: content.contentId };
      const submission: Submission = {
        ...{ id, campaignId, socialAccountId, creatorId: userId, ...used, url: content.url },
        ...{ mediaType: post.mediaType, visibility: post.visibility, publishedAt: post.publishedAt },
        ownerExternalId: post.ownerExternalId,
        sharing: sharingWithAdvertisers(postReadBy(ctx, account.platform), ctx.settings),
      };
      const at = ctx.now();
      const decideBy = decideByOf(at, ctx.settings);
      return {
        statements: submissionOf(submission, { at, decideBy, maxSubmissions: maxResubmissions + 1 }),
        answer: readAfterCommit(() => getOwnPost(ctx, id)),
        kept: { id },
        isNotifying: true,
      };
    },
  })
    .catch(orLimitReached('post_submissions', submittedTooOften))
    .catch(async (error) => {
      if (!(error instanceof PostInUse) || used === null) throw error;
      const { existingId } = await facts(ctx.db, { existingId: livePostOf(userId, used) });
      throw alreadyThere('This post is already used. Submit another post.', existingId, 'POST_EXISTS');
    });
}

const submittedTooOften = () =>
  limitReached(`You have submitted this post to this campaign ${maxResubmissions + 1} times. Submit another post.`);
