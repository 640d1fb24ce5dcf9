import * as z from 'zod';
import { id, pathId, uuid, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { completedUpload, imageTerms, maxFiles, newFile, openUpload } from '../uploads/uploads.ts';
import { ownershipStatuses } from './creators.ts';
import type { ownershipEventKinds } from './ownership-terms.ts';

const tag = 'Channel ownership';
const path = '/influencer-channels/{id}';
const channelPath = lazy(() => z.object({ id: pathId() }));

/** The parts that all routes of creators share. They act on a channel that is neither removed nor blocked. */
const creators = {
  method: 'post',
  access: 'participant',
  tag,
  role: 'CREATOR',
  idempotency: 'required',
  rate: 'write',
} as const;

export const ChallengeOwnership = declare({
  ...creators,
  name: 'ChallengeOwnership',
  path: `${path}/ownership-challenge`,
  summary: 'Get a code for the bio of a channel',
  description:
    'Starts the optional proof of ownership, or restarts it with a new code after a rejection. Put the code into the bio ' +
    'of the channel and leave it there until the service has found it. The code is valid until expiresAt.',
  params: () => channelPath(),
  success: 201,
  answer: () => dataOf(z.strictObject({ code: z.string(), placement: z.literal('BIO'), expiresAt: instant() })),
  errors: ['INVALID_STATE'],
});

export const CreateOwnershipUpload = declare({
  ...creators,
  name: 'CreateOwnershipUpload',
  path: `${path}/ownership-uploads`,
  summary: 'Announce a private file as evidence of ownership',
  description:
    'Returns a signed URL for this one file. Send the file there with PUT and the returned headers, without your API key, ' +
    'then complete the upload. Images have at most 10 MiB, videos 100 MiB. A creator has at most 50 open uploads; one more ' +
    'returns 409 INVALID_STATE (LIMIT_REACHED). A replay returns a new signature.',
  params: () => channelPath(),
  body: () => z.strictObject(newFile()),
  success: 201,
  answer: () => dataOf(openUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF'],
});

export const CompleteOwnershipUpload = declare({
  ...creators,
  name: 'CompleteOwnershipUpload',
  path: `${path}/ownership-uploads/{uploadId}/complete`,
  summary: 'Complete an upload and check the file',
  description:
    'Checks the uploaded file. It becomes VERIFIED if its length, SHA-256 and content are as announced. If the file has ' +
    'not arrived, the response is 400 INVALID_PROOF and the upload stays PENDING. If the file differs or is damaged, the ' +
    'response is also 400 INVALID_PROOF, the upload becomes REJECTED, and the service deletes the file. ' +
    imageTerms,
  params: () => z.object({ id: pathId(), uploadId: uuid() }),
  success: 200,
  answer: () => dataOf(completedUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
});

const note = lazy(() => words(2_000));
const uploadIds = lazy(() => z.array(uuid()).min(1).max(maxFiles));

export const AttachOwnershipEvidence = declare({
  ...creators,
  name: 'AttachOwnershipEvidence',
  path: `${path}/ownership-evidence`,
  summary: 'Attach files as evidence of ownership',
  description:
    'Replaces the files that were attached before. Every file must be VERIFIED and uploaded for this channel.',
  params: () => channelPath(),
  body: () =>
    z.strictObject({
      uploadIds: uploadIds()
        .refine((ids) => new Set(ids).size === ids.length, 'must not repeat')
        .meta({ uniqueItems: true }),
      note: note().optional().describe('Note for the reviewer.'),
    }),
  success: 200,
  answer: () =>
    dataOf(z.strictObject({ uploadIds: uploadIds(), note: note().nullable(), ownership: z.enum(ownershipStatuses) })),
  errors: ['INVALID_STATE', 'INVALID_PROOF'],
});

export const SubmitOwnership = declare({
  ...creators,
  name: 'SubmitOwnership',
  path: `${path}/submit`,
  summary: 'Submit a proof of ownership',
  description:
    'Looks for the code on the platform, if the service can call it. Without the code, staff decides from the evidence. ' +
    'Returns INVALID_STATE if the code has expired and no evidence is attached.',
  params: () => channelPath(),
  success: 200,
  answer: () => dataOf(z.strictObject({ id: id(), ownership: z.enum(ownershipStatuses), version: version() })),
  errors: ['INVALID_STATE'],
});

export type OwnershipEventKind = (typeof ownershipEventKinds)[number];
