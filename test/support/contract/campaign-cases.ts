import type { Platform } from '../../../schema/shared/enums.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { aCampaignBody, dataOf, move } from '../market/campaigns.ts';
import type { Market } from '../market/market.ts';
import { sellersOf } from '../market/sellers.ts';
import { aLink, destinationUrl } from '../market/tracking-links.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

const mover = ({ twin }: Person) => ({ api: twin });

/** A draft of the person. The walk exceeds the limit of drafts. */
async function aDraft({ market }: World, person: Person) {
  await market.pool.query(
    `update campaigns set status = 'CANCELLED', ended_at = now() where id in (
       select id from campaigns where advertiser_id = $1 and status = 'DRAFT' order by id desc offset 80)`,
    [person.id],
  );
  return dataOf(await person.twin.post('/campaigns', aCampaignBody()), 201);
}

async function aStarted(world: World, person: Person) {
  return dataOf(await move(mover(person), await aDraft(world, person), 'start'));
}

const requestOf = ({ id, version }: { id: number; version: number }, changes: object = {}): Prepared => ({
  params: { id: String(id) },
  body: { expectedVersion: version, ...changes },
});

const stale = (requested: Prepared) => ({
  ...requested,
  body: { ...Object(requested.body), expectedVersion: 2_000_000_000 },
  code: 'VERSION_CONFLICT' as const,
});

const moving = (made: typeof aDraft): OperationCase => ({
  ready: async (world, person) => requestOf(await made(world, person)),
  otherwise: ({ body, ...requested }) => ({
    ...requested,
    body: { expectedVersion: Object(body).expectedVersion + 1 },
  }),
  mistaken: stale,
});

/** Each person has accounts at one of these alone, so that the offers of one person do not exist for the others. */
// The last two would need a connection.
const offerPlatforms = ['TWITCH', 'X', 'KICK', 'INSTAGRAM', 'TIKTOK'] as const;
const platformsOf = new WeakMap<Market, Map<number, Platform>>();

/** The offer of another user, for an account of the person. */
async function anOffer({ market }: World, person: Person): Promise<Prepared> {
  // Files of tests with other people may run in the same process.
  const platformOf = platformsOf.get(market) ?? new Map<number, Platform>();
  platformsOf.set(market, platformOf);
  const platform = platformOf.get(person.id) ?? offerPlatforms[platformOf.size] ?? missing('a platform for the person');
  platformOf.set(person.id, platform);
  await sellersOf(market).anAccount(person.id, { platform });
  const advertiserId = await market.aUser(['ADVERTISER']);
  await market.deposit(advertiserId, 100);
  const { id } = await market.one(
    `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, reward_cents, requirements, budget_cents, reserves,
       created_at, started_at, updated_at)
     values ($1, 'RUNNING', 'Another one', 'Show it.', array[$2], 'FIXED', 100, '{"hashtags": [], "mentions": [], "languages": []}', 100, 1,
       now(), now(), now()) returning id`,
    [advertiserId, platform],
  );
  await market.pool.query('select ledger_campaign_reserve($1, now())', [id]);
  return { params: { id: String(id) }, body: { shareMetrics: true } };
}

/** A link of a draft of the person. */
async function aLinkOf(world: World, person: Person) {
  const { id } = await aDraft(world, person);
  const link = await aLink({ api: person.twin }, { id });
  return { id: String(id), linkId: String(link.id) };
}

export const campaignCases: Readonly<Record<string, OperationCase>> = {
  BlockTrackingLink: {
    async ready(world, person) {
      const draft = await aDraft(world, person);
      const link = await aLink({ api: person.twin }, draft);
      // Staff decides about no own link.
      const other = await world.market.aUser(['ADVERTISER']);
      await world.market.pool.query('update campaigns set advertiser_id = $2 where id = $1', [draft.id, other]);
      return {
        params: { id: String(link.id) },
        body: { blocked: true, reason: 'Leads to a page that asks for passwords' },
      };
    },
    otherwise: (requested) => ({ ...requested, body: { blocked: true, reason: 'Another one' } }),
  },
  ListCampaigns: { ready: async () => ({ query: 'status=RUNNING&limit=3' }) },
  GetCampaign: { ready: async (world, person) => ({ params: { id: String((await aDraft(world, person)).id) } }) },
  ListTrackingLinks: { ready: async (world, person) => ({ params: await aLinkOf(world, person), query: 'limit=3' }) },
  GetTrackingLinkQr: { ready: async (world, person) => ({ params: await aLinkOf(world, person) }) },
  CreateTrackingLink: {
    ready: async (world, person) => ({
      params: { id: String((await aDraft(world, person)).id) },
      body: { destinationUrl, label: 'Poster' },
    }),
    otherwise: (requested) => ({ ...requested, body: { destinationUrl, label: 'Another one' } }),
    mistaken: (requested) => ({
      ...requested,
      body: { destinationUrl: 'http://shop.example/' },
      code: 'VALIDATION_FAILED',
    }),
  },
  GetOffer: {
    ready: async (world, person) => ({ params: { ...(await anOffer(world, person)).params } }),
  },
  TakeOffer: {
    ready: anOffer,
    otherwise: (requested) => ({ ...requested, body: { shareMetrics: false } }),
    mistaken: (requested) => ({ ...requested, body: { shareMetrics: 'yes' }, code: 'VALIDATION_FAILED' }),
  },
  CreateCampaign: {
    ready: async () => ({ body: aCampaignBody() }),
    otherwise: (requested) => ({ ...requested, body: aCampaignBody({ title: 'Another one' }) }),
    mistaken: (requested) => ({
      ...requested,
      body: aCampaignBody({ platforms: ['X'] }),
      code: 'VALIDATION_FAILED',
    }),
  },
  UpdateCampaign: {
    ready: async (world, person) => requestOf(await aDraft(world, person), { title: 'Winter drinks' }),
    otherwise: (requested) => ({ ...requested, body: { ...Object(requested.body), title: 'Spring drinks' } }),
    mistaken: stale,
  },
  StartCampaign: moving(aDraft),
  PauseCampaign: moving(aStarted),
  ResumeCampaign: moving(async (world, person) =>
    dataOf(await move(mover(person), await aStarted(world, person), 'pause')),
  ),
  CompleteCampaign: moving(aStarted),
  CancelCampaign: moving(aStarted),
};
