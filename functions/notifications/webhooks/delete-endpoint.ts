import { deleteEndpoint as deleteRow } from '../../../db/notifications/endpoints.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewEndpoint } from './view.ts';

/** Deletes an endpoint of the caller and cancels its pending deliveries. */
export async function deleteEndpoint(ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> {
  const endpoint = await deleteRow(ctx.db, ctx.actor.userId, id, ctx.now());
  if (!endpoint) throw notFound();
  return { data: { ...viewEndpoint(endpoint, ctx.now()), allowedActions: [] } };
}
