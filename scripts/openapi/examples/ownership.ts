import type { Example } from './example.ts';
import { creatorPublicId } from './market.ts';

const uploadId = '0198f1d4-52c1-7e0b-9a64-3b1f8d7c2e95';
const expiresAt = '2026-11-20T09:35:00.000Z';
const file = {
  fileName: 'dashboard.png',
  contentType: 'image/png',
  size: 482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const code = 'castline-k7mq2x9dhw4t';
const codeExpiresAt = '2026-11-23T09:30:00.000Z';
const store = 'https://0a1b2c3d4e5f.r2.cloudflarestorage.com/castline-files-production';

const review = {
  channelId: 7,
  creator: { userId: 31, publicId: creatorPublicId, displayName: 'Mika Plays' },
  platform: 'TWITCH',
  handle: 'mika_plays',
  canonicalUrl: 'https://www.twitch.tv/mika_plays',
  ownership: 'PENDING_REVIEW',
  version: 3,
  submittedAt: '2026-11-20T09:40:12.310Z',
  checkedAt: null,
  decidedAt: null,
  reviewerId: null,
  reason: null,
};
const decided = { ...review, version: 4, decidedAt: '2026-11-20T11:02:44.905Z', reviewerId: 3 };
const event = { actor: 'CREATOR', actorId: 12, reason: null };
const reason = 'The recording shows another channel.';

export const ownershipExamples: Readonly<Record<string, Example>> = {
  GetOwnership: {
    answer: {
      data: {
        id: review.channelId,
        ownership: 'REJECTED',
        version: 4,
        code,
        codeExpiresAt,
        note: null,
        submittedAt: review.submittedAt,
        checkedAt: null,
        decidedAt: decided.decidedAt,
        reason,
        allowedActions: ['challenge'],
      },
    },
  },
  ChallengeOwnership: {
    success: 'The code to put into the bio, and the time at which it expires.',
    answer: { data: { code, placement: 'BIO', expiresAt: codeExpiresAt } },
  },
  CreateOwnershipUpload: {
    body: file,
    answer: {
      data: {
        uploadId,
        status: 'PENDING',
        method: 'PUT',
        url: `${store}/incoming/5a0d9c1e-6f3b-4a57-8a3e-0d4f6b2c7e18?X-Amz-Expires=300&X-Amz-Signature=…`,
        headers: { 'Content-Type': file.contentType, 'Content-Length': String(file.size) },
        expiresAt,
      },
    },
  },
  CompleteOwnershipUpload: { answer: { data: { uploadId, status: 'VERIFIED' } } },
  AttachOwnershipEvidence: {
    success: 'The attached files, and the state of the proof.',
    body: { uploadIds: [uploadId], note: 'The dashboard of the channel, with today’s date.' },
    answer: {
      data: {
        uploadIds: [uploadId],
        note: 'The dashboard of the channel, with today’s date.',
        ownership: 'CHALLENGED',
      },
    },
  },
  SubmitOwnership: {
    success: 'The state of the proof.',
    answer: { data: { id: 7, ownership: 'PENDING_REVIEW', version: 3 } },
  },
  ListOwnershipReviews: { answer: { data: [review], nextCursor: null } },
  GetOwnershipReview: {
    answer: {
      data: {
        ...review,
        ...{ status: 'ACTIVE', blockedAt: null, blockReason: null },
        code,
        codeExpiresAt,
        checkedAt: '2026-11-20T09:40:14.022Z',
        isCodeFound: false,
        searchesLeft: 3,
        provenBy: null,
        account: {
          id: 31,
          handle: review.handle,
          title: 'Mika Plays',
          status: 'ACTIVE',
          verifiedVia: 'PLATFORM_API',
          verifiedAt: '2026-11-18T16:20:05.114Z',
          followers: 48_200,
          profileAt: '2026-11-20T04:11:37.902Z',
        },
        note: 'The dashboard of the channel, with today’s date.',
        evidence: [
          {
            uploadId,
            fileName: file.fileName,
            contentType: file.contentType,
            size: file.size,
            storedSize: file.size,
            storedSha256: file.sha256,
            virusCheck: 'CLEAN',
          },
        ],
        history: [
          { ...event, kind: 'CHALLENGED', at: '2026-11-20T09:30:00.000Z' },
          { ...event, kind: 'EVIDENCE_ATTACHED', at: '2026-11-20T09:38:51.027Z' },
          { ...event, kind: 'SUBMITTED', at: review.submittedAt },
        ],
      },
    },
  },
  DownloadOwnershipEvidence: {
    answer: {
      data: {
        url: `${store}/stored/${uploadId}/71d3c0be-94f5-4c0a-9f1c-2f0e8a6b5d43?X-Amz-Expires=60&X-Amz-Signature=…`,
        expiresAt: '2026-11-20T10:58:00.000Z',
      },
    },
  },
  ApproveOwnership: { body: { expectedVersion: 3 }, answer: { data: { ...decided, ownership: 'VERIFIED' } } },
  RejectOwnership: {
    body: { reason, expectedVersion: 3 },
    answer: { data: { ...decided, ownership: 'REJECTED', reason } },
  },
  WithdrawOwnership: {
    body: { reason, expectedVersion: 3 },
    answer: { data: { ...decided, ownership: 'REJECTED', reason } },
  },
};
