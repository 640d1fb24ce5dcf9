import {
  AttachOwnershipEvidence,
  ChallengeOwnership,
  CompleteOwnershipUpload,
  CreateOwnershipUpload,
  GetOwnershipReview,
  ListOwnershipReviews,
  SubmitOwnership,
} from '../../../schema/creators/ownership.ts';
import { GetOwnership } from '../../../schema/creators/ownership-claim.ts';
import { ApproveOwnership, RejectOwnership, WithdrawOwnership } from '../../../schema/creators/ownership-decisions.ts';
import { group, on } from '../../http/route.ts';
import { attachEvidence } from './attach-evidence.ts';
import { challengeOwnership } from './challenge-ownership.ts';
import { getOwnership } from './get-ownership.ts';
import { approveOwnership, getReview, listReviews, rejectOwnership, withdrawOwnership } from './review-ownership.ts';
import { submitOwnership } from './submit-ownership.ts';
import { completeOwnershipUpload, createOwnershipUpload } from './upload-evidence.ts';

export const ownershipRoutes = group(
  on(GetOwnership, (ctx, { params }) => getOwnership(ctx, params)),
  on(ChallengeOwnership, (ctx, { params }) => challengeOwnership(ctx, params)),
  on(CreateOwnershipUpload, (ctx, { params, body }) => createOwnershipUpload(ctx, { ...params, ...body })),
  on(CompleteOwnershipUpload, (ctx, { params }) => completeOwnershipUpload(ctx, params)),
  on(AttachOwnershipEvidence, (ctx, { params, body }) => attachEvidence(ctx, { ...params, ...body })),
  on(SubmitOwnership, (ctx, { params }) => submitOwnership(ctx, params)),
  on(ListOwnershipReviews, (ctx, { query }) => listReviews(ctx, query)),
  on(GetOwnershipReview, (ctx, { params }) => getReview(ctx, params)),
  on(ApproveOwnership, (ctx, { params, body }) => approveOwnership(ctx, { ...params, ...body })),
  on(RejectOwnership, (ctx, { params, body }) => rejectOwnership(ctx, { ...params, ...body })),
  on(WithdrawOwnership, (ctx, { params, body }) => withdrawOwnership(ctx, { ...params, ...body })),
);
