import {
  AttachOwnershipEvidence,
  ChallengeOwnership,
  CompleteOwnershipUpload,
  CreateOwnershipUpload,
  SubmitOwnership,
} from '../../../schema/creators/ownership.ts';
import { GetOwnership } from '../../../schema/creators/ownership-claim.ts';
import { ApproveOwnership, RejectOwnership, WithdrawOwnership } from '../../../schema/creators/ownership-decisions.ts';
import {
  DownloadOwnershipEvidence,
  GetOwnershipReview,
  ListOwnershipReviews,
} from '../../../schema/creators/ownership-review.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const ownershipRoutes = group(
  on(GetOwnership, async (ctx, { params }) => (await verbs()).getOwnership(ctx, params)),
  on(ChallengeOwnership, async (ctx, { params }) => (await verbs()).challengeOwnership(ctx, params)),
  on(CreateOwnershipUpload, async (ctx, { params, body }) =>
    (await verbs()).createOwnershipUpload(ctx, { ...params, ...body }),
  ),
  on(CompleteOwnershipUpload, async (ctx, { params }) => (await verbs()).completeOwnershipUpload(ctx, params)),
  on(AttachOwnershipEvidence, async (ctx, { params, body }) =>
    (await verbs()).attachEvidence(ctx, { ...params, ...body }),
  ),
  on(SubmitOwnership, async (ctx, { params }) => (await verbs()).submitOwnership(ctx, params)),
  on(ListOwnershipReviews, async (ctx, { query }) => (await verbs()).listReviews(ctx, query)),
  on(GetOwnershipReview, async (ctx, { params }) => (await verbs()).getReview(ctx, params)),
  on(DownloadOwnershipEvidence, async (ctx, { params }) => (await verbs()).downloadEvidence(ctx, params)),
  on(ApproveOwnership, async (ctx, { params, body }) => (await verbs()).approveOwnership(ctx, { ...params, ...body })),
  on(RejectOwnership, async (ctx, { params, body }) => (await verbs()).rejectOwnership(ctx, { ...params, ...body })),
  on(WithdrawOwnership, async (ctx, { params, body }) =>
    (await verbs()).withdrawOwnership(ctx, { ...params, ...body }),
  ),
);
