import type { Example } from './example.ts';

const account = {
  id: 31,
  socialAccountId: 31,
  platform: 'YOUTUBE',
  handle: 'mayarivers',
  title: 'Maya Rivers',
  avatarUrl: 'https://castline.example/avatars/0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
  followers: 48_200,
  status: 'ACTIVE',
  isVerified: true,
  verifiedVia: 'BIO_CODE',
  verifiedAt: '2026-11-20T09:52:11.204Z',
  channelId: 104,
  statsAvailability: 'PENDING',
  createdAt: '2026-11-20T09:48:30.250Z',
  version: 2,
};

const connected = {
  ...account,
  verifiedVia: 'PLATFORM_API',
  socialConnection: {
    status: 'ACTIVE',
    scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
    connectedAt: '2026-11-20T09:52:11.204Z',
    expiresAt: null,
    lastUsedAt: '2026-11-20T09:52:11.204Z',
    sharing: { version: '2026-12', consentedAt: '2026-11-20T09:52:11.204Z' },
  },
};

const added = {
  ...account,
  title: null,
  avatarUrl: null,
  followers: null,
  status: 'PENDING',
  isVerified: false,
  verifiedVia: null,
  verifiedAt: null,
  channelId: null,
  version: 1,
};

const verification = {
  method: 'BIO_CODE',
  status: 'ACTIVE',
  reason: null,
  code: 'castline-h4k9mwz2qptx',
  placement: 'BIO',
  instructions:
    'Put the code anywhere into the description of your channel (YouTube Studio, Customization, Profile), save it, and request a ' +
    'check. You may remove it afterwards. Or connect the account by a sign-in at YouTube.',
  expiresAt: '2026-11-23T09:48:30.250Z',
  checkedAt: null,
};

const snapshot = {
  source: 'SCREEN_RECORDING',
  capturedAt: '2026-11-18T16:20:00.000Z',
  verifiedAt: '2026-11-19T08:31:44.120Z',
  periodDays: 28,
  geo: [
    { country: 'US', share: 0.46 },
    { country: 'GB', share: 0.21 },
  ],
  demo: [{ age: '18-24', gender: 'female', share: 0.27 }],
  followers: 47_900,
};

const session = {
  id: 5,
  status: 'OPEN',
  openedAt: '2026-11-18T16:02:40.310Z',
  expiresAt: '2026-11-19T16:02:40.310Z',
  decidedAt: null,
  reason: null,
};

const uploadId = '0198f1e6-0b7d-7c42-8f15-6d2a9e4c3b70';
const video = {
  fileName: 'studio-audience.mp4',
  contentType: 'video/mp4',
  size: 18_482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const store = 'https://0a1b2c3d4e5f.r2.cloudflarestorage.com/castline-files-production';

const review = {
  id: session.id,
  socialAccountId: account.id,
  ownerId: 7,
  platform: account.platform,
  handle: account.handle,
  status: 'UPLOADED',
  openedAt: session.openedAt,
  uploadedAt: '2026-11-18T16:24:05.731Z',
  decidedAt: null,
  reviewerId: null,
  reason: null,
  recording: {
    uploadId,
    fileName: video.fileName,
    contentType: video.contentType,
    size: video.size,
    storedSize: video.size,
    storedSha256: video.sha256,
    virusCheck: 'CLEAN',
  },
};

export const socialAccountExamples: Readonly<Record<string, Example>> = {
  ListSocialAccounts: { answer: { data: [account], nextCursor: null } },
  AddSocialAccount: {
    body: { platform: 'YOUTUBE', handle: '@MayaRivers' },
    success: 'The account, which is PENDING, and the way to prove it.',
    answer: { data: { ...added, verification } },
  },
  DeleteSocialAccount: { answer: { data: { ...account, status: 'DELETED', channelId: null, version: 3 } } },
  SellSocialAccount: { answer: { data: { ...account, status: 'SOLD', channelId: null, version: 3 } } },
  GetAccountVerification: { answer: { data: { ...verification, checkedAt: '2026-11-20T09:50:02.117Z' } } },
  RenewAccountVerification: { answer: { data: verification } },
  CheckAccountVerification: { answer: { data: verification } },
  GetAccountStats: {
    answer: {
      data: {
        session: { ...session, status: 'VERIFIED', decidedAt: snapshot.verifiedAt },
        audience: snapshot,
        history: [snapshot],
      },
    },
  },
  OpenStatsSession: { answer: { data: session } },
  CreateRecordingUpload: {
    body: video,
    answer: {
      data: {
        uploadId,
        status: 'PENDING',
        method: 'PUT',
        url: `${store}/incoming/5a0d9c1e-6f3b-4a57-8a3e-0d4f6b2c7e18?X-Amz-Expires=300&X-Amz-Signature=…`,
        headers: { 'Content-Type': video.contentType, 'Content-Length': String(video.size) },
        expiresAt: '2026-11-18T16:27:00.000Z',
      },
    },
  },
  CompleteRecordingUpload: { answer: { data: { uploadId, status: 'VERIFIED' } } },
  GetStatsSession: { answer: { data: review } },
  ListStatsSessions: { answer: { data: [review], nextCursor: null } },
  DownloadRecording: {
    answer: {
      data: {
        url: `${store}/stored/${uploadId}/71d3c0be-94f5-4c0a-9f1c-2f0e8a6b5d43?X-Amz-Expires=60&X-Amz-Signature=…`,
        expiresAt: '2026-11-19T08:26:00.000Z',
      },
    },
  },
  DecideStatsSession: {
    body: {
      outcome: 'VERIFIED',
      audience: {
        capturedAt: snapshot.capturedAt,
        periodDays: snapshot.periodDays,
        geo: snapshot.geo,
        demo: snapshot.demo,
        followers: snapshot.followers,
      },
    },
    answer: { data: { ...review, status: 'VERIFIED', decidedAt: snapshot.verifiedAt, reviewerId: 3 } },
  },
  StartConnection: {
    body: { platform: 'YOUTUBE', returnTo: '/creators', shareMetrics: true },
    answer: {
      data: {
        authorizeUrl:
          'https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=castline&state=p0q3rT8s',
        expiresAt: '2026-11-20T10:02:11.204Z',
      },
    },
  },
  EndConnection: {
    answer: {
      data: { ...connected, socialConnection: { ...connected.socialConnection, status: 'REVOKED', sharing: null } },
    },
  },
  ShareMetrics: { body: { enabled: true }, answer: { data: connected } },
  RefreshAvatar: { answer: { data: account } },
  GetSocialAccountForStaff: {
    success: 'The social account, its owner and its block.',
    answer: {
      data: {
        ...account,
        ownerId: 7,
        externalId: 'UCmayarivers------------',
        blockedAt: null,
        blockReason: null,
        endedAt: null,
      },
    },
  },
  BlockSocialAccount: {
    success: 'The block of the account: whether it is in force, its start and its reason.',
    answer: {
      data: { id: 31, blocked: true, blockedAt: '2026-11-20T09:48:30.250Z', reason: 'Impersonates another creator' },
    },
  },
};
