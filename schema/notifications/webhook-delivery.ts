import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { delivery } from './webhooks.ts';

const details = lazy(() =>
  delivery()
    .extend({
      headers: z
        .record(z.string(), z.string())
        .describe(
          'The headers that are the same at each attempt. `webhook-timestamp` and `webhook-signature` are new at each one, and not stored.',
        ),
      body: z.string().describe('The body as it is sent, to the byte.'),
    })
    .meta({ id: 'WebhookDeliveryDetails' }),
);
export type DeliveryDetails = z.output<ReturnType<typeof details>>;

export const GetWebhookDelivery = declare({
  name: 'GetWebhookDelivery',
  method: 'get',
  path: '/webhook-endpoints/{id}/deliveries/{deliveryId}',
  access: 'participant',
  tag: 'Webhooks',
  summary: 'Get a delivery with its request',
  description:
    'Returns the delivery with the body of its request and the status of the last response. The service stores no body and no headers of responses.',
  params: () => z.object({ id: pathId(), deliveryId: pathId() }),
  success: 200,
  answer: () => dataOf(details()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
