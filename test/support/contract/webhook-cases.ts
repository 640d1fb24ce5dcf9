import { randomUUID } from 'node:crypto';
import { created } from '../market/market.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

/** An owner can register a URL once. */
const anUrl = () => `https://hooks.example.com/${randomUUID()}`;

/** Deletes the person's other endpoints, because the walk registers more than the limit. */
async function makeRoom({ market }: World, { id }: Person): Promise<void> {
  await market.pool.query(
    'update webhook_endpoints set deleted_at = now() where owner_id = $1 and deleted_at is null',
    [id],
  );
}

async function endpoint(world: World, person: Person): Promise<Prepared & { params: { id: string } }> {
  const { market } = world;
  const { count } = await market.one(
    'select count(*)::int from webhook_endpoints where owner_id = $1 and deleted_at is null',
    [person.id],
  );
  if (count > 15) await makeRoom(world, person);
  const { id } = created(await person.api.post('/webhook-endpoints', { url: anUrl() })).body.data;
  return { params: { id: String(id) } };
}

/** A delivered delivery of the endpoint. */
async function delivery(world: World, person: Person): Promise<Prepared> {
  const { params } = await endpoint(world, person);
  const { id } = await world.market.one(
    `insert into messages (channel, recipient_id, endpoint_id, kind, body, status, attempts, last_status, created_at, ended_at)
     values ('WEBHOOK', $1, $2, 'assignment.accepted', '{}', 'DELIVERED', 1, 204, now(), now()) returning id`,
    [person.id, params.id],
  );
  return { params: { ...params, deliveryId: String(id) } };
}

export const webhookCases: Readonly<Record<string, OperationCase>> = {
  CreateWebhookEndpoint: {
    async ready(world, person) {
      await makeRoom(world, person);
      return { body: { url: anUrl(), kinds: ['assignment.submitted'], description: 'Order desk' } };
    },
  },
  ListWebhookEndpoints: {
    async ready(world, person) {
      await endpoint(world, person);
      return { query: 'limit=3' };
    },
  },
  GetWebhookEndpoint: { ready: endpoint },
  DeleteWebhookEndpoint: { ready: endpoint },
  EnableWebhookEndpoint: {
    async ready(world, person) {
      const { params } = await endpoint(world, person);
      await world.market.pool.query(
        `update webhook_endpoints set status = 'DISABLED', disabled_at = now() where id = $1`,
        [params.id],
      );
      return { params };
    },
  },
  RotateWebhookSecret: {
    ready: async (world, person) => ({ ...(await endpoint(world, person)), body: { overlapHours: 1 } }),
  },
  TestWebhookEndpoint: { ready: endpoint },
  ListWebhookDeliveries: {
    async ready(world, person) {
      const { params = {} } = await delivery(world, person);
      return { params: { id: params.id ?? '' }, query: 'status=DELIVERED&limit=3' };
    },
  },
  GetWebhookDelivery: { ready: delivery },
  ReplayWebhookDelivery: { ready: delivery },
};
