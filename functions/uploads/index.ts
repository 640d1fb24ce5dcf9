export { completeUpload } from './complete-upload.ts';
export { createUpload } from './create-upload.ts';
export { pictureIn } from './picture-in.ts';
export { readStored, storedReader } from './read-stored.ts';
export { lateSince } from './rules.ts';
export { signDownload } from './sign-download.ts';
export { sweepUploads } from './sweep-uploads.ts';
