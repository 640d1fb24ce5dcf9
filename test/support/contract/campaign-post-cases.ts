import { aContentId } from '../market/campaign-posts.ts';
import { aCampaignBody, dataOf, move } from '../market/campaigns.ts';
import { aHandle, sellersOf } from '../market/sellers.ts';
import { submitPosts } from '../market/submitted-posts.ts';
import { simulatorOf } from '../simulator.ts';
import { shared } from '../stack/shared.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

const simulatorIn = ({ socialUrl = shared.socialUrl }: World) => simulatorOf(socialUrl);

/** A started campaign of the person, with a post of another creator. */
async function aCampaignPost({ market }: World, person: Person): Promise<{ id: number; postId: number }> {
  const draft = dataOf(await person.twin.post('/campaigns', aCampaignBody({ budgetCents: '100' })), 201);
  const campaign = dataOf(await move({ api: person.twin }, draft, 'start'));
  const creatorId = await market.aUser(['CREATOR']);
  const accountId = await sellersOf(market).anAccount(creatorId);
  const [postId = 0] = await submitPosts(market, { campaignId: campaign.id, creatorId, accountId });
  return { id: campaign.id, postId };
}

const decided = (body?: object): OperationCase['ready'] =>
  async function ready(world, person) {
    const { id, postId } = await aCampaignPost(world, person);
    return { params: { id: String(id), postId: String(postId) }, ...(body && { body }) };
  };

/** A running campaign of somebody else. */
async function aForeignCampaign({ market }: World): Promise<number> {
  const advertiserId = await market.aUser(['ADVERTISER']);
  await market.deposit(advertiserId, 100);
  const { id } = await market.one(
    `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, reward_cents, requirements, budget_cents, reserves,
       created_at, started_at, updated_at)
     values ($1, 'RUNNING', 'Another one', 'Show it.', '{YOUTUBE}', 'FIXED', 100, '{"hashtags": [], "mentions": [], "languages": []}', 100, 1,
       now(), now(), now()) returning id`,
    [advertiserId],
  );
  await market.pool.query('select ledger_campaign_reserve($1, now())', [id]);
  return Number(id);
}

async function anAccount(world: World, ownerId: number) {
  const handle = aHandle();
  const externalId = simulatorIn(world).externalIdOf(handle);
  const id = await sellersOf(world.market).anAccount(ownerId, { handle, externalId });
  return { id, handle };
}

/** A published post of the person that can be submitted. */
async function aSubmission(world: World, person: Person): Promise<Prepared> {
  const campaignId = await aForeignCampaign(world);
  await world.market.pool.query(
    `insert into campaign_creators (campaign_id, creator_id, taken_at) values ($1, $2, now() - interval '2 hours')`,
    [campaignId, person.id],
  );
  const account = await anAccount(world, person.id);
  const contentId = aContentId();
  const publishedAt = new Date(Date.now() - 60_000).toISOString();
  await simulatorIn(world).change(account.handle, { posts: [{ id: contentId, publishedAt, views: 10 }] });
  return { body: { campaignId, socialAccountId: account.id, url: `https://www.youtube.com/watch?v=${contentId}` } };
}

/** A submitted post of the person. */
async function anOwnPost(world: World, person: Person) {
  const campaignId = await aForeignCampaign(world);
  const { id: accountId } = await anAccount(world, person.id);
  const [id = 0] = await submitPosts(world.market, { campaignId, creatorId: person.id, accountId });
  return { params: { id: String(id) } };
}

const rejection = { reason: 'OTHER', note: 'Not this one.' };

export const campaignPostCases: Readonly<Record<string, OperationCase>> = {
  SubmitPost: {
    ready: aSubmission,
    otherwise: ({ body, ...requested }) => ({
      ...requested,
      body: { ...Object(body), url: 'https://youtu.be/aaaaaaaaaaa' },
    }),
    mistaken: ({ body, ...requested }) => ({
      ...requested,
      body: { ...Object(body), url: 'https://youtu.be/aaaaaaaaaab' },
      code: 'INVALID_PROOF',
    }),
  },
  ReadCampaignAnalytics: {
    ready: async (world, person) => ({
      params: { id: String((await aCampaignPost(world, person)).id) },
      query: 'from=2026-01-01&to=2026-01-31',
    }),
  },
  ListOwnPosts: { ready: async () => ({ query: 'status=ACCEPTED&platform=YOUTUBE&limit=3' }) },
  ListPostEarnings: { ready: async (world, person) => ({ ...(await anOwnPost(world, person)), query: 'limit=5' }) },
  WithdrawPost: { ready: anOwnPost },
  ListCampaignPosts: {
    ready: async (world, person) => ({
      params: { id: String((await aCampaignPost(world, person)).id) },
      query: 'limit=3',
    }),
  },
  ListCampaignPostEarnings: { ready: decided() },
  ListCampaignCreators: {
    ready: async (world, person) => ({ params: { id: String((await aCampaignPost(world, person)).id) } }),
  },
  AcceptCampaignPost: { ready: decided() },
  RejectCampaignPost: {
    ready: decided(rejection),
    otherwise: (requested) => ({ ...requested, body: { reason: 'DUPLICATE' } }),
    mistaken: (requested) => ({ ...requested, body: { reason: 'CAMPAIGN_ENDED' }, code: 'VALIDATION_FAILED' }),
  },
};
