import * as z from 'zod';
import { namedId, pathId, uuid } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { completedUpload, imageTerms, newFile, openUpload, signedAddress } from '../uploads/uploads.ts';

const path = '/placement-assignments/{id}/uploads';
const uploadPath = lazy(() => z.object({ id: pathId(), uploadId: uuid() }));

const parties = {
  method: 'post',
  access: 'participant',
  tag: 'Placement assignments',
  idempotency: 'required',
  rate: 'write',
} as const;

export const CreateProofUpload = declare({
  ...parties,
  name: 'CreateProofUpload',
  path,
  summary: 'Announce a private file for a result or a statement',
  description:
    'The creator announces a file for a result with deliverableId, while the assignment is ACCEPTED or CHANGES_REQUESTED and ' +
    'if the service allows private files. Either party announces a file for a statement without deliverableId, while the ' +
    'assignment is DISPUTED. Returns a signed URL for this one file. Send the ' +
    'file there with PUT and the returned headers, without your API key, then complete the upload and list it in the ' +
    'deliverable or in the statement. Images have at most 10 MiB, videos 100 MiB, PDF files 50 MiB. As a result, PDF is ' +
    'allowed if the service was sold with allowPdf, and in custom offers. A user has at most 50 open uploads. An assignment ' +
    'has at most 200 open or verified files for its results, and as many for the statements of each party; one more returns ' +
    '409 INVALID_STATE (LIMIT_REACHED). A replay returns a new signature.',
  params: () => z.object({ id: pathId() }),
  body: () =>
    z.strictObject({
      deliverableId: namedId()
        .optional()
        .describe('Id of the result. The file can prove no other result. Absent: the file is for a statement.'),
      ...newFile(),
    }),
  success: 201,
  answer: () => dataOf(openUpload()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED', 'INVALID_PROOF'],
});

export const CompleteProofUpload = declare({
  ...parties,
  name: 'CompleteProofUpload',
  path: `${path}/{uploadId}/complete`,
  summary: 'Complete an upload and check the proof',
  description:
    'Only the user who announced the file can complete it: a file for a result while the assignment is ACCEPTED or ' +
    'CHANGES_REQUESTED, a file for a statement while it is DISPUTED. Checks the uploaded file. It becomes VERIFIED if its length, SHA-256 and content are as ' +
    'announced. If the file has not arrived, the response is 400 INVALID_PROOF and the upload ' +
    'stays PENDING. If the file differs or is damaged, the response is also 400 INVALID_PROOF, the upload becomes ' +
    'REJECTED, and the service deletes the file. For a file of a result, the history of the assignment records the ' +
    'outcomes VERIFIED and REJECTED. ' +
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
  summary: 'Get a download URL for a proof',
  description:
    'Returns a signed download URL, which is valid for a minute, in every state of the assignment. Each party can download ' +
    'its own VERIFIED files, and those of the other party that a deliverable lists now, or listed at a submission, or that ' +
    'are part of a statement. Any other file of the other party returns 404. A file that is not VERIFIED returns 400 INVALID_PROOF.',
  params: uploadPath,
  success: 200,
  answer: () => dataOf(signedAddress()),
  errors: ['INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'read',
});

export const DownloadCaseFile = declare({
  name: 'DownloadCaseFile',
  method: 'get',
  path: '/staff/assignments/{id}/uploads/{uploadId}/download',
  access: 'staff',
  tag: 'Staff reviews',
  summary: 'Get a download URL for a file of an assignment',
  description:
    'Returns a signed download URL, which is valid for a minute. Staff can download the files that a result lists now, that were ' +
    'ever submitted, or that are part of a statement; any other file returns 404. A file that is not VERIFIED returns 400 ' +
    'INVALID_PROOF.',
  params: uploadPath,
  success: 200,
  answer: () => dataOf(signedAddress()),
  errors: ['INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'read',
});
