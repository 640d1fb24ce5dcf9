import { type EndpointsPage, endpointsPage } from '../../../db/notifications/endpoints.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewEndpoint } from './view.ts';

/** The caller's endpoints, newest first. */
export async function listEndpoints(ctx: Ctx, page: EndpointsPage): Promise<Page<EndpointView>> {
  const rows = await ctx.db.read(endpointsPage(ctx.actor.userId, page));
  const endpoints = rows.map(({ endpoint }) => viewEndpoint(endpoint, ctx.now()));
  return pageOf(endpoints, page.limit, ({ id }) => id);
}
