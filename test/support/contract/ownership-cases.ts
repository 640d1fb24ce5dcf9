import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aFile, announced, putFile } from '../market/files.ts';
import { created } from '../market/market.ts';
import { channelsOf } from '../market/ownership.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

const picture = aFile['image/png']();
const file = announced(picture, 'image/png');

const bodyWith = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});

async function challenged({ market }: World, person: Person): Promise<{ params: { id: string } }> {
  const { id } = await channelsOf(market).aChannel(person.id);
  return { params: { id: String(id) } };
}

async function proofOf(
  { market }: World,
  ownership: 'PENDING_REVIEW' | 'VERIFIED' = 'PENDING_REVIEW',
): Promise<{ params: { channelId: string; uploadId: string } }> {
  const { aChannel, anUpload, attach } = channelsOf(market);
  const creator = await market.aCreator();
  const { id } = await aChannel(creator.id, { ownership });
  const uploadId = await anUpload(creator.id, id);
  await attach(id, uploadId);
  return { params: { channelId: String(id), uploadId } };
}

async function underReview(world: World, ownership?: 'VERIFIED'): Promise<{ params: { channelId: string } }> {
  const { channelId } = (await proofOf(world, ownership)).params;
  return { params: { channelId } };
}

/** The walk opens more uploads than an owner may have. */
export const closeUploads = ({ market }: World, { id }: Person) =>
  market.pool.query(`update private_uploads set status = 'EXPIRED' where owner_id = $1 and status = 'PENDING'`, [id]);

const staleVersion = (requested: Prepared) =>
  ({ ...bodyWith(requested, { expectedVersion: 7 }), code: 'VERSION_CONFLICT' }) as const;

export const ownershipCases: Readonly<Record<string, OperationCase>> = {
  GetOwnership: { ready: challenged },
  ChallengeOwnership: { ready: challenged },
  CreateOwnershipUpload: {
    async ready(world, person) {
      await closeUploads(world, person);
      return { ...(await challenged(world, person)), body: file };
    },
    otherwise: (requested) => bodyWith(requested, { fileName: 'another.png' }),
    saved: ({ data }) => data.uploadId,
    mistaken: (requested) => ({ ...bodyWith(requested, { contentType: 'image/gif' }), code: 'INVALID_PROOF' }),
  },
  CompleteOwnershipUpload: {
    async ready(world, person) {
      await closeUploads(world, person);
      const { params } = await challenged(world, person);
      const path = `/influencer-channels/${params.id}/ownership-uploads`;
      const upload = created(await person.api.post(path, file)).body.data;
      expect((await putFile(upload, picture)).status).toBe(200);
      return { params: { ...params, uploadId: upload.uploadId } };
    },
  },
  AttachOwnershipEvidence: {
    async ready(world, person) {
      const { params } = await challenged(world, person);
      const uploadId = await channelsOf(world.market).anUpload(person.id, Number(params.id));
      return { params, body: { uploadIds: [uploadId], note: 'The dashboard of the channel.' } };
    },
    otherwise: (requested) => bodyWith(requested, { note: 'Another one.' }),
    mistaken: (requested) => ({ ...bodyWith(requested, { uploadIds: [randomUUID()] }), code: 'RESOURCE_NOT_FOUND' }),
  },
  SubmitOwnership: { ready: challenged },
  ListOwnershipReviews: {
    async ready(world) {
      await underReview(world);
      return { query: 'status=PENDING_REVIEW&limit=5' };
    },
  },
  GetOwnershipReview: { ready: (world) => underReview(world) },
  DownloadOwnershipEvidence: { ready: (world) => proofOf(world) },
  ApproveOwnership: {
    ready: async (world) => ({ ...(await underReview(world)), body: {} }),
    otherwise: staleVersion,
    mistaken: staleVersion,
  },
  WithdrawOwnership: {
    ready: async (world) => ({ ...(await underReview(world, 'VERIFIED')), body: { reason: 'The channel was sold.' } }),
    otherwise: (requested) => bodyWith(requested, { reason: 'Another one.' }),
    mistaken: staleVersion,
  },
  RejectOwnership: {
    ready: async (world) => ({
      ...(await underReview(world)),
      body: { reason: 'The recording shows another channel.' },
    }),
    otherwise: (requested) => bodyWith(requested, { reason: 'Another one.' }),
    mistaken: staleVersion,
  },
};
