import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { facts } from '../../../db/query.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewEndpoint } from './view.ts';

/** One endpoint of the caller. */
export async function getEndpoint(ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> {
  const { endpoint } = await facts(ctx.db, { endpoint: endpointOf(ctx.actor.userId, id) });
  if (!endpoint) throw notFound();
  return { data: viewEndpoint(endpoint, ctx.now()) };
}
