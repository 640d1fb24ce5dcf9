import { growProofs } from '../../../scripts/bench/proofs-data.ts';
import { dataOf } from '../market/campaigns.ts';
import { aFile, announced, putFile } from '../market/files.ts';
import { sellersOf } from '../market/sellers.ts';
import { objectStoreOf } from '../object-store.ts';
import { shared } from '../stack/shared.ts';
import type { OperationCase, World } from './operation-case.ts';
import { closeUploads } from './ownership-cases.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

const tile = aFile['image/jpeg']();

interface ProvenPost {
  readonly campaignId: number;
  readonly postId: number;
  readonly proofId: number;
}

/** A post with a screenshot, of these users. */
async function aProvenPost({ market }: World, advertiserId: number, creatorId: number): Promise<ProvenPost> {
  const accountId = await sellersOf(market).anAccount(creatorId, { platform: 'INSTAGRAM' });
  const campaign = await market.one(
    `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, reward_cents, requirements, budget_cents, created_at,
       updated_at, ended_at)
     values ($1, 'CANCELLED', 'Ended', 'Show it.', '{INSTAGRAM}', 'FIXED', 100, '{"hashtags": [], "mentions": [], "languages": []}', 100, now(),
       now(), now()) returning id::int`,
    [advertiserId],
  );
  const of = { campaignId: campaign.id, creatorId, accountId };
  const [postId = 0] = await growProofs(market.pool, objectStoreOf(shared.storeUrl), {
    ...of,
    posts: 1,
    sizeAt: () => 2_000,
  });
  const proof = await market.one('select id::int from campaign_proofs where campaign_post_id = $1', [postId]);
  return { campaignId: campaign.id, postId, proofId: proof.id };
}

const ofAdvertiser = async (world: World, { id }: Person) =>
  aProvenPost(world, id, await world.market.aUser(['CREATOR']));
const ofCreator = async (world: World, { id }: Person) =>
  aProvenPost(world, await world.market.aUser(['ADVERTISER']), id);

/** A post of other users, for staff. */
async function ofOthers(world: World, person: Person): Promise<{ params: { id: string } }> {
  await closeUploads(world, person);
  const { market } = world;
  const { postId } = await aProvenPost(world, await market.aUser(['ADVERTISER']), await market.aUser(['CREATOR']));
  return { params: { id: String(postId) } };
}

/** A screenshot that the member of staff has sent for such a post. */
async function sent(world: World, person: Person): Promise<{ params: { id: string; uploadId: string } }> {
  const { params } = await ofOthers(world, person);
  const path = `/staff/posts/${params.id}/proof-uploads`;
  const upload = dataOf(await person.twin.post(path, announced(tile, 'image/jpeg')), 201);
  await putFile(upload, tile);
  return { params: { ...params, uploadId: upload.uploadId } };
}

const takenAt = new Date(Date.now() - 3_600_000).toISOString();

const bodyWith = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});

export const campaignProofCases: Readonly<Record<string, OperationCase>> = {
  ListCampaignPostProofs: {
    async ready(world, person) {
      const { campaignId, postId } = await ofAdvertiser(world, person);
      return { params: { id: String(campaignId), postId: String(postId) }, query: 'limit=3' };
    },
  },
  GetCampaignPostProofImage: {
    async ready(world, person) {
      const { campaignId, postId, proofId } = await ofAdvertiser(world, person);
      return { params: { id: String(campaignId), postId: String(postId), proofId: String(proofId) } };
    },
  },
  DownloadCampaignProofs: {
    async ready(world, person) {
      const { campaignId } = await ofAdvertiser(world, person);
      return { params: { id: String(campaignId) }, query: 'from=2020-01-01' };
    },
  },
  ListPostProofs: {
    ready: async (world, person) => ({ params: { id: String((await ofCreator(world, person)).postId) } }),
  },
  GetPostProofImage: {
    async ready(world, person) {
      const { postId, proofId } = await ofCreator(world, person);
      return { params: { id: String(postId), proofId: String(proofId) } };
    },
  },
  GetPostForStaff: { ready: ofOthers },
  CreatePostProofUpload: {
    ready: async (world, person) => ({ ...(await ofOthers(world, person)), body: announced(tile, 'image/jpeg') }),
    otherwise: (requested) => bodyWith(requested, { fileName: 'another.jpg' }),
    saved: ({ data }) => data.uploadId,
    mistaken: (requested) => ({ ...bodyWith(requested, { contentType: 'image/png' }), code: 'INVALID_PROOF' }),
  },
  CompletePostProofUpload: { ready: sent },
  AddPostProof: {
    async ready(world, person) {
      const { params } = await sent(world, person);
      const { id, uploadId } = params;
      dataOf(await person.twin.post(`/staff/posts/${id}/proof-uploads/${uploadId}/complete`));
      return { params: { id }, body: { uploadId, takenAt, views: 48_200 } };
    },
    otherwise: (requested) => bodyWith(requested, { views: 48_201 }),
    mistaken: (requested) => ({
      ...bodyWith(requested, { takenAt: new Date(Date.now() + 3_600_000).toISOString() }),
      code: 'VALIDATION_FAILED',
    }),
  },
};
