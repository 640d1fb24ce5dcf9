import { type EndpointRecord, enableEndpoint as enableRow, endpointOf } from '../../../db/notifications/endpoints.ts';
import { facts } from '../../../db/query.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { refuseUnless } from './rules.ts';
import { viewEndpoint } from './view.ts';

/** Enables a disabled endpoint for the events from now on. A failure changes nothing. */
export const enableEndpoint = (ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> =>
  retryOnConflict(async () => {
    const { endpoint } = await facts(ctx.db, { endpoint: endpointOf(ctx.actor.userId, id) });
    if (!endpoint) throw notFound();
    refuseUnless('enable', endpoint);
    const enabled: EndpointRecord = { ...endpoint, status: 'ENABLED', disabledAt: null, failingSince: null };
    return commit(ctx, [enableRow(id, ctx.now())], { data: viewEndpoint(enabled, ctx.now()) });
  });
