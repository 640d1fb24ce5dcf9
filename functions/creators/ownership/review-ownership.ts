import {
  type Decision,
  decideClaim,
  isOfProof,
  provenElsewhere,
  reviewedChannel,
} from '../../../db/creators/ownership.ts';
import {
  accountOfReview,
  eventsOf,
  evidenceOf,
  type ReviewsPage,
  reviewsPage,
} from '../../../db/creators/ownership-reviews.ts';
import { facts, factsOf } from '../../../db/query.ts';
import type { OwnershipCase, OwnershipReview } from '../../../schema/creators/ownership-review.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { rebuildCatalog } from '../../rebuild-catalog.ts';
import { signDownload } from '../../uploads/index.ts';
import { provenByAnother, refuseReviewer, refuseUnless } from './rules.ts';
import { viewCase, viewReview } from './view.ts';

/** Channels by review status, first submitted first. */
export async function listReviews(ctx: Ctx, query: ReviewsPage): Promise<Page<OwnershipReview>> {
  const rows = await reviewsPage(ctx.db, query);
  return pageOf(
    rows.map(({ review }) => viewReview(review)),
    query.limit,
    ({ channelId }) => channelId,
  );
}

const maxEvents = 100;

/** A channel with everything that staff needs to decide. */
export async function getReview(ctx: Ctx, { channelId }: { channelId: number }): Promise<{ data: OwnershipCase }> {
  const { channel, provenBy, account, uploads, events } = await facts(ctx.db, {
    channel: reviewedChannel(channelId),
    provenBy: provenElsewhere(channelId),
    account: accountOfReview(channelId),
    uploads: evidenceOf(channelId),
    events: eventsOf(channelId, maxEvents),
  });
  if (!channel) throw notFound();
  return { data: viewCase(channel, { provenBy, account, uploads, events }) };
}

/** Signs a URL that downloads one file of a proof, valid for a minute. */
export async function downloadEvidence(
  ctx: Ctx,
  { channelId, uploadId }: { channelId: number; uploadId: string },
): Promise<{ data: { url: string; expiresAt: string } }> {
  const { channel, uploads } = await facts(ctx.db, {
    channel: reviewedChannel(channelId),
    uploads: evidenceOf(channelId),
  });
  const upload = uploads.find(({ id }) => id === uploadId);
  if (!channel || !upload) throw notFound();
  return { data: await signDownload(ctx, upload) };
}

export interface Review {
  readonly channelId: number;
  readonly expectedVersion?: number | undefined;
}

/** Approves channel ownership. A failure changes nothing. */
export const approveOwnership = (ctx: Ctx, review: Review) =>
  decide(ctx, review, 'approve', { to: 'VERIFIED', kind: 'APPROVED', reason: null });

/** Rejects the proof as insufficient. A failure changes nothing. */
export const rejectOwnership = (ctx: Ctx, { reason, ...review }: Review & { reason: string }) =>
  decide(ctx, review, 'reject', { to: 'REJECTED', kind: 'REJECTED', reason });

/** Withdraws an approved ownership. A failure changes nothing. */
export const withdrawOwnership = (ctx: Ctx, { reason, ...review }: Review & { reason: string }) =>
  decide(ctx, review, 'withdraw', { to: 'REJECTED', kind: 'WITHDRAWN', reason });

const decide = (
  ctx: Ctx,
  { channelId, expectedVersion }: Review,
  action: 'approve' | 'reject' | 'withdraw',
  decision: Decision,
): Promise<{ data: OwnershipReview }> =>
  mutate(ctx, {
    facts: factsOf({ channel: reviewedChannel(channelId), provenBy: provenElsewhere(channelId) }),
    visible: ({ channel, provenBy }) => channel && { channel, provenBy },
    decide({ channel, provenBy }) {
      const { userId } = ctx.actor;
      refuseReviewer(channel, userId, expectedVersion);
      refuseUnless(action, channel);
      if (decision.to === 'VERIFIED' && provenBy !== null) throw provenByAnother(provenBy);
      const decided = {
        ...channel,
        ownership: decision.to,
        version: channel.version + 1,
        decidedAt: ctx.now().toISOString(),
        reviewerId: userId,
        reason: decision.reason,
      };
      return {
        statements: decideClaim({ channel, actorId: userId, at: ctx.now() }, decision),
        answer: { data: viewReview(decided) },
        ...(isOfProof(decision) && { after: () => rebuildCatalog(ctx) }),
      };
    },
  });
