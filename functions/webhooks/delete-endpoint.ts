import { deleteEndpoint as deleteRow } from '../../db/webhooks.ts';
import { notFound } from '../../schema/errors.ts';
import type { EndpointView } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { viewEndpoint } from './view.ts';

/** Nothing is sent to the endpoint any more, not even what was on its way. */
export async function deleteEndpoint(ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> {
  const endpoint = await deleteRow(ctx.db, ctx.actor.userId, id, ctx.now());
  if (!endpoint) throw notFound();
  return { data: { ...viewEndpoint(endpoint, ctx.now()), allowedActions: [] } };
}
