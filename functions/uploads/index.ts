export { type Completion, completeUpload, settleUpload } from './complete-upload.ts';
export { createUpload, type Purpose, signingReplays } from './create-upload.ts';
export { signDownload } from './sign-download.ts';
export { sweepUploads } from './sweep-uploads.ts';
