/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { downloadProof } from './download-proof.ts';
export { updateDeliverable } from './update-deliverable.ts';
export { completeProofUpload, createProofUpload } from './upload-proof.ts';
