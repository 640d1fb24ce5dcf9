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
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { enableEndpoint } from './enable-endpoint.ts';
import { getEndpoint } from './get-endpoint.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEndpoints } from './list-endpoints.ts';
import { replayDelivery } from './replay-delivery.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './test-endpoint.ts';

export const webhookRoutes = group(
  on(CreateWebhookEndpoint, (ctx, { body }) => createEndpoint(ctx, body)),
  on(ListWebhookEndpoints, (ctx, { query }) => listEndpoints(ctx, query)),
  on(GetWebhookEndpoint, (ctx, { params }) => getEndpoint(ctx, params)),
  on(DeleteWebhookEndpoint, (ctx, { params }) => deleteEndpoint(ctx, params)),
  on(EnableWebhookEndpoint, (ctx, { params }) => enableEndpoint(ctx, params)),
  on(RotateWebhookSecret, (ctx, { params, body }) => rotateSecret(ctx, { ...params, ...body })),
  on(TestWebhookEndpoint, (ctx, { params }) => testEndpoint(ctx, params)),
  on(ListWebhookDeliveries, (ctx, { params, query }) => listDeliveries(ctx, { ...params, ...query })),
  on(ReplayWebhookDelivery, (ctx, { params }) => replayDelivery(ctx, params)),
);
