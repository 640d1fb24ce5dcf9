import { GetWebhookDelivery } from '../../../schema/notifications/webhook-delivery.ts';
import {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  EnableWebhookEndpoint,
  GetWebhookEndpoint,
  ListWebhookDeliveries,
  ListWebhookEndpoints,
  ReplayWebhookDelivery,
  RotateWebhookSecret,
  TestWebhookEndpoint,
} from '../../../schema/notifications/webhooks.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const webhookRoutes = group(
  on(CreateWebhookEndpoint, async (ctx, { body }) => (await verbs()).createEndpoint(ctx, body)),
  on(ListWebhookEndpoints, async (ctx, { query }) => (await verbs()).listEndpoints(ctx, query)),
  on(GetWebhookEndpoint, async (ctx, { params }) => (await verbs()).getEndpoint(ctx, params)),
  on(DeleteWebhookEndpoint, async (ctx, { params }) => (await verbs()).deleteEndpoint(ctx, params)),
  on(EnableWebhookEndpoint, async (ctx, { params }) => (await verbs()).enableEndpoint(ctx, params)),
  on(RotateWebhookSecret, async (ctx, { params, body }) => (await verbs()).rotateSecret(ctx, { ...params, ...body })),
  on(TestWebhookEndpoint, async (ctx, { params }) => (await verbs()).testEndpoint(ctx, params)),
  on(ListWebhookDeliveries, async (ctx, { params, query }) =>
    (await verbs()).listDeliveries(ctx, { ...params, ...query }),
  ),
  on(GetWebhookDelivery, async (ctx, { params }) => (await verbs()).getDelivery(ctx, params)),
  on(ReplayWebhookDelivery, async (ctx, { params }) => (await verbs()).replayDelivery(ctx, params)),
);
