import type { EndpointRecord, EndpointView } from '../../schema/webhooks.ts';
import { actionsOf } from './rules.ts';

/** An endpoint as its owner sees it: never its secret. */
export const viewEndpoint = (endpoint: EndpointRecord): EndpointView => ({
  id: endpoint.id,
  url: endpoint.url,
  kinds: endpoint.kinds,
  description: endpoint.description,
  status: endpoint.status,
  failingSince: endpoint.failingSince,
  disabledAt: endpoint.disabledAt,
  previousSecretExpiresAt: endpoint.previousSecretExpiresAt,
  createdAt: endpoint.createdAt,
  allowedActions: [...actionsOf(endpoint)],
});
