/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { attachEvidence } from './attach-evidence.ts';
export { challengeOwnership } from './challenge-ownership.ts';
export { getOwnership } from './get-ownership.ts';
export {
  approveOwnership,
  downloadEvidence,
  getReview,
  listReviews,
  rejectOwnership,
  withdrawOwnership,
} from './review-ownership.ts';
export { submitOwnership } from './submit-ownership.ts';
export { completeOwnershipUpload, createOwnershipUpload } from './upload-evidence.ts';
