import * as z from 'zod';
import { platforms, queryEnum } from '../shared/enums.ts';
import { id, pathId, uuid, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import {
  completedUpload,
  imageTerms,
  maxFiles,
  newFile,
  openUpload,
  servedFile,
  signedDownload,
  uploadTypes,
} from '../uploads/uploads.ts';
import { ownershipStatuses } from './creators.ts';

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
    'Begins the proof that a channel is yours, which is optional, or begins it anew with another code after a rejection. ' +
    'Put the code into the bio of the channel until it was found; it is accepted until expiresAt.',
  params: () => channelPath(),
  success: 201,
  answer: () => dataOf(z.strictObject({ code: z.string(), placement: z.literal('BIO'), expiresAt: instant() })),
  errors: ['INVALID_STATE'],
});

export const CreateOwnershipUpload = declare({
  ...creators,
  name: 'CreateOwnershipUpload',
  path: `${path}/ownership-uploads`,
  summary: 'Announce a private file that proves ownership',
  description:
    'Signs a URL that takes this one file: send it there with PUT and the headers of the answer, and never your API key; then ' +
    'complete the upload. Images have at most 10 MiB, videos 100 MiB. At most 50 uploads of a creator are open at a ' +
    'time: one more is 409 INVALID_STATE (LIMIT_REACHED). A replay is signed anew.',
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
  summary: 'Have an uploaded file checked',
  description:
    'The file becomes VERIFIED when its length, SHA-256 and content are as announced. 400 INVALID_PROOF while it has not ' +
    'arrived (the upload stays PENDING), and when it is another or damaged (it is REJECTED and deleted). ' +
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
  description: 'Replaces what was attached before. Every file is VERIFIED and was uploaded for this channel.',
  params: () => channelPath(),
  body: () =>
    z.strictObject({
      uploadIds: uploadIds()
        .refine((ids) => new Set(ids).size === ids.length, 'must not repeat')
        .meta({ uniqueItems: true }),
      note: note().optional().describe('For the reviewer.'),
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
  summary: 'Submit a channel for the check of its ownership',
  description:
    'The platform is asked for the code where it can be; otherwise, or where it is not found, staff decides by the evidence. ' +
    'Refused with INVALID_STATE when the code has expired and no evidence is attached.',
  params: () => channelPath(),
  success: 200,
  answer: () => dataOf(z.strictObject({ id: id(), ownership: z.enum(ownershipStatuses), version: version() })),
  errors: ['INVALID_STATE'],
});

export const reviewStatuses = ['PENDING_REVIEW', 'VERIFIED', 'REJECTED'] as const;
export const ownershipEventKinds = [
  'CHALLENGED',
  'EVIDENCE_ATTACHED',
  'SUBMITTED',
  'CODE_FOUND',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
] as const;
export const ownershipActors = ['CREATOR', 'STAFF', 'SYSTEM'] as const;
export type OwnershipEventKind = (typeof ownershipEventKinds)[number];

const reviewFields = () => ({
  channelId: id(),
  creator: z.strictObject({ publicId: uuid(), displayName: z.string() }),
  platform: z.enum(platforms),
  handle: z.string(),
  canonicalUrl: z.string(),
  ownership: z.enum(ownershipStatuses),
  version: version(),
  submittedAt: instant().nullable(),
  checkedAt: instant()
    .nullable()
    .describe('When the platform was asked for the code and answered; null where it never has.'),
  decidedAt: instant().nullable(),
  reviewerId: id().nullable().describe('null where the platform decided, or nobody has yet.'),
  reason: z.string().nullable(),
});

export const ownershipReview = lazy(() => z.strictObject(reviewFields()).meta({ id: 'OwnershipReview' }));
export type OwnershipReview = z.output<ReturnType<typeof ownershipReview>>;

const evidence = lazy(() => ({
  uploadId: uuid(),
  fileName: z.string(),
  contentType: z.enum(Object.keys(uploadTypes)),
  size: z.int().describe('As it was announced, in bytes.'),
  ...servedFile(),
  ...signedDownload(),
}));

export const ownershipCase = lazy(() =>
  z
    .strictObject({
      ...reviewFields(),
      code: z.string(),
      codeExpiresAt: instant(),
      note: z.string().nullable(),
      evidence: z.array(z.strictObject(evidence())).describe('With URLs that give each file for a minute.'),
      history: z
        .array(
          z.strictObject({
            kind: z.enum(ownershipEventKinds),
            actor: z.enum(ownershipActors),
            actorId: id().nullable(),
            reason: z.string().nullable(),
            at: instant(),
          }),
        )
        .describe('The latest hundred, oldest first.'),
    })
    .meta({ id: 'OwnershipCase' }),
);
export type OwnershipCase = z.output<ReturnType<typeof ownershipCase>>;

const reviews = '/staff/ownership-reviews';
const reviewPath = lazy(() => z.object({ channelId: pathId() }));
const staffs = { access: 'staff', tag: 'Staff' } as const;

export const ListOwnershipReviews = declare({
  ...staffs,
  name: 'ListOwnershipReviews',
  method: 'get',
  path: reviews,
  summary: 'List channels by the review of their ownership',
  description:
    'Those that were first submitted earliest come first; submitting anew keeps the place. A cursor is the channelId of the last one.',
  query: () => z.object({ ...idPage(), status: queryEnum(reviewStatuses).default('PENDING_REVIEW') }),
  success: 200,
  answer: () => listOf(ownershipReview()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const GetOwnershipReview = declare({
  ...staffs,
  name: 'GetOwnershipReview',
  method: 'get',
  path: `${reviews}/{channelId}`,
  summary: 'Read one review of ownership, with its evidence',
  params: () => reviewPath(),
  success: 200,
  answer: () => dataOf(ownershipCase()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
