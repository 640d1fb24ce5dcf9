/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { addProof } from './add-proof.ts';
export { downloadProofs } from './download-proofs.ts';
export { getCampaignPostProofImage, getPostProofImage } from './get-image.ts';
export { listCampaignPostProofs, listPostProofs } from './list-proofs.ts';
export { getPostForStaff, listPostsForStaff } from './posts-for-staff.ts';
export { completeScreenshotUpload, createScreenshotUpload } from './upload-screenshot.ts';
