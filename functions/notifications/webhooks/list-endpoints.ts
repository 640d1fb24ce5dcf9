import { endpointsPage } from '../../../db/notifications/endpoints.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewEndpoint } from './view.ts';

export interface ListEndpointsInput {
  readonly limit: number;
  readonly cursor?: number | 'invalid' | undefined;
}

/** The caller's endpoints, newest first. */
export async function listEndpoints(ctx: Ctx, { limit, cursor }: ListEndpointsInput): Promise<Page<EndpointView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const rows = await ctx.db.read(endpointsPage(ctx.actor.userId, { limit, cursor }));
  const endpoints = rows.map(({ endpoint }) => viewEndpoint(endpoint, ctx.now()));
  return pageOf(endpoints, limit, ({ id }) => id);
}
