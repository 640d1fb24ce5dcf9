import * as z from 'zod';
import { platforms, queryEnum } from '../shared/enums.ts';
import { id, pathId, uuid, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { servedFile, signedAddress, uploadTypes } from '../uploads/uploads.ts';
import { channelStatuses, ownershipStatuses, socialAccountStatuses, verifiedVias } from './creators.ts';
import { ownershipActors, ownershipEventKinds, reviewStatuses } from './ownership-terms.ts';

const reviewFields = () => ({
  channelId: id(),
  creator: z.strictObject({
    userId: id().describe('User id of the creator.'),
    publicId: uuid(),
    displayName: z.string(),
  }),
  platform: z.enum(platforms),
  handle: z.string(),
  canonicalUrl: z.string(),
  ownership: z.enum(ownershipStatuses),
  version: version(),
  submittedAt: instant().nullable(),
  checkedAt: instant()
    .nullable()
    .describe('When the platform last answered the search for the code; null if it never has.'),
  decidedAt: instant().nullable(),
  reviewerId: id()
    .nullable()
    .describe('User id of the reviewer; null if the platform decided or nobody has decided yet.'),
  reason: z.string().nullable(),
});

export const ownershipReview = lazy(() => z.strictObject(reviewFields()).meta({ id: 'OwnershipReview' }));
export type OwnershipReview = z.output<ReturnType<typeof ownershipReview>>;

const evidence = lazy(() => ({
  uploadId: uuid(),
  fileName: z.string(),
  contentType: z.enum(Object.keys(uploadTypes)),
  size: z.int().describe('Announced size in bytes.'),
  ...servedFile(),
}));

const reviewedAccount = lazy(() =>
  z
    .strictObject({
      id: id(),
      handle: z.string(),
      title: z.string().nullable(),
      status: z.enum(socialAccountStatuses),
      verifiedVia: z.enum(verifiedVias).nullable(),
      verifiedAt: instant().nullable(),
      followers: z
        .int()
        .nonnegative()
        .nullable()
        .describe('null if not known, and if they were read under a connection whose owner does not show its metrics.'),
      profileAt: instant().nullable().describe('When title and followers were last read; null if they never were.'),
    })
    .meta({ id: 'ReviewedAccount' }),
);

export const ownershipCase = lazy(() =>
  z
    .strictObject({
      ...reviewFields(),
      status: z.enum(channelStatuses),
      blockedAt: instant().nullable().describe('When staff blocked the channel; null if it is not blocked.'),
      blockReason: z.string().nullable().describe('Why staff has blocked the channel; null if it is not blocked.'),
      code: z.string(),
      codeExpiresAt: instant(),
      isCodeFound: z
        .boolean()
        .nullable()
        .describe(
          'Whether the bio had the code at checkedAt. null if the platform has not answered, and for searches before this was stored.',
        ),
      searchesLeft: z
        .int()
        .min(0)
        .describe(
          'Number of searches for the code that the service will still make. If it is 0 and checkedAt is null, the service cannot search this channel.',
        ),
      provenBy: id()
        .nullable()
        .describe(
          "Id of another creator's channel with the same address, whose ownership that creator has proven; null if there is none. An approval returns INVALID_STATE until that verification is withdrawn.",
        ),
      account: reviewedAccount()
        .nullable()
        .describe(
          'The social account of the channel, otherwise the account of the creator with this platform and handle; null without one.',
        ),
      note: z.string().nullable(),
      evidence: z.array(z.strictObject(evidence())).describe('Files of the proof.'),
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
        .describe('The latest 100 events, oldest first.'),
    })
    .meta({ id: 'OwnershipCase' }),
);
export type OwnershipCase = z.output<ReturnType<typeof ownershipCase>>;

const reviews = '/staff/ownership-reviews';
const reviewPath = lazy(() => z.object({ channelId: pathId() }));
const staffs = { access: 'staff', tag: 'Staff reviews' } as const;

export const ListOwnershipReviews = declare({
  ...staffs,
  name: 'ListOwnershipReviews',
  method: 'get',
  path: reviews,
  summary: 'List ownership reviews',
  description:
    'Sorted by the first submission, oldest first. A new submission keeps the position. The cursor is the channelId of the last item.',
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
  summary: 'Get an ownership review with its evidence',
  params: () => reviewPath(),
  success: 200,
  answer: () => dataOf(ownershipCase()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const DownloadOwnershipEvidence = declare({
  ...staffs,
  name: 'DownloadOwnershipEvidence',
  method: 'get',
  path: `${reviews}/{channelId}/evidence/{uploadId}/download`,
  summary: 'Get a download URL for a file of a proof of ownership',
  description:
    'Returns a signed download URL, which is valid for a minute. A file that is not part of the proof returns 404.',
  params: () => z.object({ channelId: pathId(), uploadId: uuid() }),
  success: 200,
  answer: () => dataOf(signedAddress()),
  errors: ['INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'read',
});
