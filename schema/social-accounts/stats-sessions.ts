import * as z from 'zod';
import { countryCode } from '../shared/country-code.ts';
import { platforms, queryEnum } from '../shared/enums.ts';
import { id, pathId, uuid } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { completedUpload, newFile, openUpload, servedFile, signedAddress, uploadTypes } from '../uploads/uploads.ts';
import { statsSession } from './stats.ts';
import { maxAudienceAgeDays, reviewedStatuses, sessionHours, sessionOutcomes } from './stats-session-terms.ts';

const path = '/social-accounts/{id}/stats-sessions';
const creators = {
  method: 'post',
  access: 'token',
  role: 'CREATOR',
  tag: 'Social accounts',
  idempotency: 'optional',
  rate: 'write',
} as const;

export const OpenStatsSession = declare({
  ...creators,
  name: 'OpenStatsSession',
  path,
  summary: 'Open a recording session',
  description:
    'Begins the proof of an audience that the service cannot read from the platform: record the statistics of the account as the ' +
    `platform shows them to you, and upload the video within ${sessionHours} hours. Staff then reads the audience from it. An account has ` +
    'one session at a time: while one is OPEN or UPLOADED, another returns 409 INVALID_STATE with its status. An account that is not ' +
    'active and verified returns 403 ACCOUNT_ACCESS_DENIED.',
  params: () => z.object({ id: pathId() }),
  success: 201,
  answer: () => dataOf(statsSession()),
  errors: ['INVALID_STATE'],
});

export const CreateRecordingUpload = declare({
  ...creators,
  name: 'CreateRecordingUpload',
  path: `${path}/{sessionId}/uploads`,
  summary: 'Announce the recording of a session',
  description:
    'Returns a signed URL for this one video of at most 100 MiB. Send it there with PUT and the returned headers, without your token, ' +
    'then complete the upload. Pictures and PDF files return 400 INVALID_PROOF. Only an OPEN session takes a recording. A user has at ' +
    'most 50 open uploads; one more returns 409 INVALID_STATE (LIMIT_REACHED). A replay returns a new signature.',
  params: () => z.object({ id: pathId(), sessionId: pathId() }),
  body: () => z.strictObject(newFile()),
  success: 201,
  answer: () => dataOf(openUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF'],
});

export const CompleteRecordingUpload = declare({
  ...creators,
  name: 'CompleteRecordingUpload',
  path: `${path}/{sessionId}/uploads/{uploadId}/complete`,
  summary: 'Complete an upload and hand in the recording',
  description:
    'Checks the uploaded video. If its length, SHA-256 and content are as announced, it becomes VERIFIED and its session UPLOADED: ' +
    'staff reviews it. If the file has not arrived, the response is 400 INVALID_PROOF and the upload stays PENDING. If the file ' +
    'differs or is damaged, the response is also 400 INVALID_PROOF, the upload becomes REJECTED, the service deletes the file, and ' +
    'the session still takes another one. The message says what is wrong with the file.',
  params: () => z.object({ id: pathId(), sessionId: pathId(), uploadId: uuid() }),
  success: 200,
  answer: () => dataOf(completedUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
});

const recording = lazy(() =>
  z.strictObject({
    uploadId: uuid(),
    fileName: z.string(),
    contentType: z.enum(Object.keys(uploadTypes)),
    size: z.int().describe('Announced size in bytes.'),
    ...servedFile(),
  }),
);

const review = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the session.'),
      socialAccountId: id().describe('Id of the account.'),
      ownerId: id().describe('Id of the user.'),
      platform: z.enum(platforms),
      handle: z.string().describe('Name of the account at its platform, without the @.'),
      status: z.enum(reviewedStatuses).describe('State of the review.'),
      openedAt: instant().describe('When the creator opened the session.'),
      uploadedAt: instant().describe('When the creator handed in the recording.'),
      decidedAt: instant().nullable(),
      reviewerId: id().nullable().describe('User id of the reviewer; null before the decision.'),
      reason: z.string().nullable().describe('Note of the reviewer; never null after a rejection.'),
      recording: recording()
        .nullable()
        .describe('The video; null once it is deleted, which happens 30 days after the decision.'),
    })
    .meta({ id: 'StatsSessionReview' }),
);
export type SessionReviewView = z.output<ReturnType<typeof review>>;

const staffs = { access: 'staff', tag: 'Staff reviews' } as const;
const reviewPath = lazy(() => z.object({ id: pathId().describe('Id of the session.') }));

export const ListStatsSessions = declare({
  ...staffs,
  name: 'ListStatsSessions',
  method: 'get',
  path: '/staff/stats-sessions',
  summary: 'List recording sessions',
  description: 'Sorted by the upload of the recording, oldest first. The cursor is the id of the last item.',
  query: () => z.object({ ...idPage(), status: queryEnum(reviewedStatuses).default('UPLOADED') }),
  success: 200,
  answer: () => listOf(review()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const GetStatsSession = declare({
  ...staffs,
  name: 'GetStatsSession',
  method: 'get',
  path: '/staff/stats-sessions/{id}',
  summary: 'Get a recording session',
  description: 'A session without a recording returns 404.',
  params: () => reviewPath(),
  success: 200,
  answer: () => dataOf(review()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const DownloadRecording = declare({
  ...staffs,
  name: 'DownloadRecording',
  method: 'get',
  path: '/staff/stats-sessions/{id}/download',
  summary: 'Get a download URL for a recording',
  description:
    'Returns a signed download URL, which is valid for a minute. A session without a recording returns 404, and so does one whose ' +
    'recording is deleted: 30 days after the decision.',
  params: () => reviewPath(),
  success: 200,
  answer: () => dataOf(signedAddress()),
  errors: ['PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'read',
});

const share = lazy(() => z.number().min(0).max(1).describe('From 0 to 1.'));
/** Platforms round each share, so the sum of complete shares may be a little above 1. */
const maxShares = 1.05;
const sumsUp = (shares: readonly { readonly share: number }[]): boolean =>
  shares.reduce((sum, one) => sum + one.share, 0) <= maxShares;
const sumMessage = `the shares must add up to at most ${maxShares} (${maxShares * 100} %)`;

const audience = lazy(() =>
  z
    .strictObject({
      capturedAt: instantInput().describe(
        `Time of the statistics: not in the future, and at most ${maxAudienceAgeDays} days ago.`,
      ),
      periodDays: z
        .int()
        .min(1)
        .max(365)
        .nullable()
        .describe('Days that the shares cover; null if the page does not show them.'),
      geo: z
        .array(z.strictObject({ country: countryCode(), share: share() }))
        .max(250)
        .refine(
          (shares) => new Set(shares.map(({ country }) => country)).size === shares.length,
          'must not contain a country twice',
        )
        .refine(sumsUp, sumMessage)
        .describe('Shares by country; empty if the page does not show them.'),
      demo: z
        .array(z.strictObject({ age: words(20), gender: words(20), share: share() }))
        .max(100)
        .refine(
          (shares) => new Set(shares.map(({ age, gender }) => JSON.stringify([age, gender]))).size === shares.length,
          'must not contain the same age and gender twice',
        )
        .refine(sumsUp, sumMessage)
        .describe('Shares by age and gender, as the page groups them; empty if the page does not show them.'),
      followers: z
        .int()
        .nonnegative()
        .nullable()
        .optional()
        .describe('Followers at that time; absent or null if the page does not show them.'),
    })
    .refine(({ geo, demo }) => geo.length + demo.length > 0, {
      path: ['geo'],
      message: 'must not be empty when demo is empty',
    }),
);
export type GivenAudience = z.output<ReturnType<typeof audience>>;

export const DecideStatsSession = declare({
  ...staffs,
  name: 'DecideStatsSession',
  method: 'post',
  path: '/staff/stats-sessions/{id}/decide',
  summary: 'Decide about a recording',
  description:
    'VERIFIED stores the audience that the recording shows as a verified audience of the account. The catalog and audienceGeo use it ' +
    'within a second. REJECTED shows the creator the reason. Both decisions are final; the creator may open another session. Staff ' +
    'cannot decide about their own accounts (403 ROLE_NOT_ALLOWED).',
  params: () => reviewPath(),
  body: () =>
    z
      .strictObject({
        outcome: z.enum(sessionOutcomes).describe('The decision.'),
        reason: words(1_000).optional().describe('Required to reject. The creator can read it.'),
        audience: audience()
          .optional()
          .describe('What the recording shows. Required if outcome is VERIFIED; otherwise not allowed.'),
      })
      .refine(({ outcome, reason }) => outcome === 'VERIFIED' || reason !== undefined, {
        path: ['reason'],
        message: 'is required to reject',
      })
      .refine(({ outcome, audience: given }) => (outcome === 'VERIFIED') === (given !== undefined), {
        path: ['audience'],
        message: 'is required if outcome is VERIFIED, and not allowed otherwise',
      }),
  success: 200,
  answer: () => dataOf(review()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED'],
  idempotency: 'optional',
  rate: 'write',
});
