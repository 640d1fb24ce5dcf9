export { completeUpload } from './complete-upload.ts';
export { createUpload, signingReplays } from './create-upload.ts';
export { pictureIn } from './picture-in.ts';
export { lateSince } from './rules.ts';
export { settleUpload } from './settle-upload.ts';
export { signDownload } from './sign-download.ts';
export { sweepUploads } from './sweep-uploads.ts';
