import type { EndpointRecord } from '../../../db/notifications/endpoints.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { actionsOf } from './rules.ts';

/** An endpoint as its owner sees it now: never its secret. */
export const viewEndpoint = (endpoint: EndpointRecord, now: Date): EndpointView => ({
  id: endpoint.id,
  url: endpoint.url,
  kinds: endpoint.kinds,
  description: endpoint.description,
  status: endpoint.status,
  failingSince: endpoint.failingSince,
  disabledAt: endpoint.disabledAt,
  previousSecretExpiresAt: unlessPast(endpoint.previousSecretExpiresAt, now),
  createdAt: endpoint.createdAt,
  allowedActions: [...actionsOf(endpoint)],
});

/** The previous secret no longer signs after this time, even before the nightly sweep removes it. */
const unlessPast = (at: string | null, now: Date): string | null => (at !== null && new Date(at) > now ? at : null);
