import { announced, putFile } from '../market/files.ts';
import { created } from '../market/market.ts';
import { anUploadedSession, aVideo, recorderOf, rejecting, verifying } from '../market/recordings.ts';
import { sellersOf } from '../market/sellers.ts';
import type { OperationCase, World } from './operation-case.ts';
import { closeUploads } from './ownership-cases.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

const video = aVideo();

const recorder = async ({ market }: World, { id, twin }: Person) =>
  recorderOf(twin, await sellersOf(market).anAccount(id));

/** An open session of the person. */
async function opened(world: World, person: Person) {
  await closeUploads(world, person);
  const recording = await recorder(world, person);
  const sessionId: number = created(await recording.open()).body.data.id;
  return { recording, sessionId, params: { id: String(recording.accountId), sessionId: String(sessionId) } };
}

/** A session of another user that waits for staff. */
async function underReview({ market }: World): Promise<{ params: { id: string } }> {
  const { aSeller, anAccount } = sellersOf(market);
  const sessionId = await anUploadedSession(market, await anAccount((await aSeller()).id));
  return { params: { id: String(sessionId) } };
}

const bodyWith = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});

export const recordingCases: Readonly<Record<string, OperationCase>> = {
  OpenStatsSession: {
    ready: async (world, person) => ({ params: { id: String((await recorder(world, person)).accountId) } }),
  },
  CreateRecordingUpload: {
    async ready(world, person) {
      const { params } = await opened(world, person);
      return { params, body: announced(video, 'video/mp4') };
    },
    otherwise: (requested) => bodyWith(requested, { fileName: 'another.mp4' }),
    saved: ({ data }) => data.uploadId,
    mistaken: (requested) => ({ ...bodyWith(requested, { contentType: 'image/png' }), code: 'INVALID_PROOF' }),
  },
  CompleteRecordingUpload: {
    async ready(world, person) {
      const { recording, sessionId, params } = await opened(world, person);
      const upload = created(await recording.announce(sessionId, video)).body.data;
      await putFile(upload, video);
      return { params: { ...params, uploadId: upload.uploadId } };
    },
  },
  ListStatsSessions: {
    async ready(world) {
      await underReview(world);
      return { query: 'status=UPLOADED&limit=3' };
    },
  },
  GetStatsSession: { ready: underReview },
  DownloadRecording: { ready: underReview },
  DecideStatsSession: {
    ready: async (world) => ({ ...(await underReview(world)), body: rejecting }),
    otherwise: (requested) => bodyWith(requested, { reason: 'Another one.' }),
    mistaken: (requested) => ({
      ...requested,
      body: verifying({ capturedAt: new Date(Date.now() + 3_600_000).toISOString() }),
      code: 'VALIDATION_FAILED',
    }),
  },
};
