import * as z from 'zod';
import { photoPlatforms } from '../shared/enums.ts';
import { id, pathId, uuid } from '../shared/ids.ts';
import { instant, instantInput, periodQuery } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, fileAnswer, idPage, listOf } from '../shared/page.ts';
import { completedUpload, newFile, openUpload, uploadLimits } from '../uploads/uploads.ts';
import { ofCampaign, ofOwnPost, partyRead } from './operation-parts.ts';
import { proofArchiveLimits } from './proof-terms.ts';

export const proof = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the proof.'),
      takenAt: instant().describe('When the screenshot was taken.'),
      views: z
        .int()
        .nonnegative()
        .nullable()
        .describe(
          'Views that the screenshot shows; null if the platform hid them, or while you may not see the metrics of the post.',
        ),
    })
    .meta({ id: 'CampaignProof' }),
);
export type ProofView = z.output<ReturnType<typeof proof>>;

const readOfCampaign = { ...partyRead, ...ofCampaign };
const readOfOwnPost = { ...partyRead, ...ofOwnPost };
const path = '/campaigns/{id}/posts/{postId}/proofs';

const list = {
  description:
    `Lists the screenshots that prove the views of a post, the newest first, then by id. Only posts of ${photoPlatforms.join(', ')} have ` +
    'proofs: the list of another post is empty.',
  query: () => z.object(idPage()),
  answer: () => listOf(proof()),
  errors: ['INVALID_CURSOR'],
} as const;
const image = {
  description: 'The screenshot: the tile of the post in the profile, as a JPEG. It is never cached.',
  contentType: 'image/jpeg',
  answer: fileAnswer,
  errors: ['PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
} as const;

export const ListCampaignPostProofs = declare({
  ...readOfCampaign,
  ...list,
  name: 'ListCampaignPostProofs',
  path,
  summary: 'List the proofs of a post',
  params: () => z.object({ id: pathId(), postId: pathId() }),
});

export const GetCampaignPostProofImage = declare({
  ...readOfCampaign,
  ...image,
  name: 'GetCampaignPostProofImage',
  path: `${path}/{proofId}/image`,
  summary: 'Get the screenshot of a proof',
  params: () => z.object({ id: pathId(), postId: pathId(), proofId: pathId() }),
});

export const DownloadCampaignProofs = declare({
  ...readOfCampaign,
  name: 'DownloadCampaignProofs',
  path: '/campaigns/{id}/proofs/zip',
  summary: 'Download the proofs of a campaign',
  description:
    'A ZIP with the latest proof of each post, in the order of the post ids. `index.csv` (UTF-8 with a byte order mark, CRLF) is the first file. Its columns ' +
    'are post (id of the post), link (its url), account (handle), reel (contentId), time (takenAt) and views. An unknown value is ' +
    "empty, and text that a spreadsheet would run as a formula begins with `'`. The screenshots are `proofs/{post}.jpg`. The last " +
    'file, `manifest.json`, has the size and the SHA-256 of each file. `from` and `to` limit takenAt. If there are more than ' +
    `${proofArchiveLimits.files} screenshots or more than 1 GiB, the response is 400 VALIDATION_FAILED: choose a shorter period. If ` +
    'the store of the screenshots fails during the download, the connection is closed before the announced Content-Length.',
  params: () => z.object({ id: pathId() }),
  query: () => z.object(periodQuery()),
  contentType: 'application/zip',
  answer: fileAnswer,
  errors: ['PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  rate: 'export',
});

export const ListPostProofs = declare({
  ...readOfOwnPost,
  ...list,
  name: 'ListPostProofs',
  path: '/posts/{id}/proofs',
  summary: 'List the proofs of your post',
  params: () => z.object({ id: pathId() }),
});

export const GetPostProofImage = declare({
  ...readOfOwnPost,
  ...image,
  name: 'GetPostProofImage',
  path: '/posts/{id}/proofs/{proofId}/image',
  summary: 'Get the screenshot of a proof of your post',
  params: () => z.object({ id: pathId(), proofId: pathId() }),
});

const staffs = {
  method: 'post',
  access: 'staff',
  tag: 'Staff reviews',
  idempotency: 'optional',
  rate: 'write',
} as const;
const staffPath = '/staff/posts/{id}';

export const CreatePostProofUpload = declare({
  ...staffs,
  name: 'CreatePostProofUpload',
  path: `${staffPath}/proof-uploads`,
  summary: 'Announce a screenshot of a post',
  description:
    `Returns a signed URL for this one JPEG of at most ${uploadLimits.imageBytes / 1024 ** 2} MiB: a screenshot of the tile of the ` +
    'post in the profile, and of nothing else. Send it there with PUT and the returned headers, without your token, then complete the ' +
    `upload. Other types, and posts of platforms other than ${photoPlatforms.join(', ')}, return 400 INVALID_PROOF. A user has at most ` +
    `${uploadLimits.open} open uploads; one more returns 409 INVALID_STATE (LIMIT_REACHED). A replay returns a new signature.`,
  params: () => z.object({ id: pathId() }),
  body: () => z.strictObject(newFile()),
  success: 201,
  answer: () => dataOf(openUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF', 'ROLE_NOT_ALLOWED'],
});

export const CompletePostProofUpload = declare({
  ...staffs,
  name: 'CompletePostProofUpload',
  path: `${staffPath}/proof-uploads/{uploadId}/complete`,
  summary: 'Complete the upload of a screenshot',
  description:
    'Checks your uploaded file. If its length, SHA-256 and content are as announced, it becomes VERIFIED, without its metadata and what follows its end. If the ' +
    'file has not arrived, the response is 400 INVALID_PROOF and the upload stays PENDING. If the file differs or is damaged, the ' +
    'response is also 400 INVALID_PROOF, the upload becomes REJECTED, and the service deletes the file. The message says what is wrong with it. The service deletes a VERIFIED ' +
    `screenshot that does not become a proof after ${uploadLimits.unneededEvidenceDays} days.`,
  params: () => z.object({ id: pathId(), uploadId: uuid() }),
  success: 200,
  answer: () => dataOf(completedUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF', 'ROLE_NOT_ALLOWED', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
});

export const AddPostProof = declare({
  ...staffs,
  name: 'AddPostProof',
  path: `${staffPath}/proofs`,
  summary: 'Add a screenshot to a post',
  description:
    'Adds your VERIFIED screenshot to the post as a proof, with the views that it shows. The creator and the advertiser can read the ' +
    'proof at once. A proof is final: nobody can change or delete it. A screenshot that already is a proof, or is not VERIFIED, ' +
    'returns 400 INVALID_PROOF. Staff cannot add screenshots to their own posts, or to posts of their own campaigns (403 ' +
    'ROLE_NOT_ALLOWED).',
  params: () => z.object({ id: pathId() }),
  body: () =>
    z.strictObject({
      uploadId: uuid().describe('Your upload for this post.'),
      takenAt: instantInput().describe(
        'When the screenshot was taken: not before the publication of the post, and not in the future.',
      ),
      views: z.int().nonnegative().nullable().describe('The views that it shows; null if the platform hides them.'),
    }),
  success: 201,
  answer: () => dataOf(proof()),
  errors: ['INVALID_PROOF', 'ROLE_NOT_ALLOWED'],
});
