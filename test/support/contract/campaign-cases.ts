import { aCampaignBody, dataOf, move } from '../market/campaigns.ts';
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

export const campaignCases: Readonly<Record<string, OperationCase>> = {
  ListCampaigns: { ready: async () => ({ query: 'status=RUNNING&limit=3' }) },
  GetCampaign: { ready: async (world, person) => ({ params: { id: String((await aDraft(world, person)).id) } }) },
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
