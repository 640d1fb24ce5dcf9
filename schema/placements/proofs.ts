import * as z from 'zod';
import { id, pathId, uuid } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { completedUpload, imageTerms, newFile, openUpload, signedDownload } from '../uploads/uploads.ts';

const path = '/placement-assignments/{id}/uploads';
const uploadPath = lazy(() => z.object({ id: pathId(), uploadId: uuid() }));

const creators = {
  method: 'post',
  access: 'participant',
  tag: 'Placement assignments',
  role: 'CREATOR',
  idempotency: 'required',
  rate: 'write',
} as const;

export const CreateProofUpload = declare({
  ...creators,
  name: 'CreateProofUpload',
  path,
  summary: 'Announce a private file that proves a result',
  description:
    'The creator, while at work, for a result of a service that takes private files. Signs a URL that takes this one file: send it ' +
    'there with PUT and the headers of the answer, and never your API key; then complete the upload, and name it in the ' +
    'deliverable. Images have at most 10 MiB, videos 100 MiB; PDF, where the service was sold with allowPdf and in every custom ' +
    'offer, 50 MiB. At most 50 uploads of a creator are open at a time, and an assignment has at most 200 files that are ' +
    'open or verified: one more is 409 INVALID_STATE (LIMIT_REACHED). A replay is signed anew.',
  params: () => z.object({ id: pathId() }),
  body: () =>
    z.strictObject({
      deliverableId: id().describe('The result that the file is for; it proves no other.'),
      ...newFile(),
    }),
  success: 201,
  answer: () => dataOf(openUpload()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED', 'INVALID_PROOF'],
});

export const CompleteProofUpload = declare({
  ...creators,
  name: 'CompleteProofUpload',
  path: `${path}/{uploadId}/complete`,
  summary: 'Have an uploaded proof checked',
  description:
    'The creator, while at work. The file becomes VERIFIED when its length, SHA-256 and content are as announced. 400 INVALID_PROOF ' +
    'while it has not arrived (the upload stays PENDING), and when it is another or damaged (it is REJECTED and deleted). The ' +
    'history of the assignment tells of both outcomes. ' +
    imageTerms,
  params: uploadPath,
  success: 200,
  answer: () => dataOf(completedUpload()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED', 'INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
});

export const DownloadProof = declare({
  name: 'DownloadProof',
  method: 'get',
  path: `${path}/{uploadId}/download`,
  access: 'participant',
  tag: 'Placement assignments',
  summary: 'Download a proof',
  description:
    'Signs a URL that saves the file, for a minute, whatever has become of the assignment. The creator gets each of its own files, the ' +
    'advertiser those that a deliverable names, or named when the work was handed in: to the advertiser any other is 404. A file that is not VERIFIED is 400 INVALID_PROOF.',
  params: uploadPath,
  success: 200,
  answer: () => dataOf(z.strictObject(signedDownload()).meta({ id: 'SignedDownload' })),
  errors: ['INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'read',
});
