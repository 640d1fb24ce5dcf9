import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { enableEndpoint as enableRow, endpointOf } from '../../db/webhooks.ts';
import { notFound } from '../../schema/errors.ts';
import type { EndpointRecord, EndpointView } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { commit } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { refuseUnless } from './rules.ts';
import { viewEndpoint } from './view.ts';

/** A disabled endpoint is called again for what happens from now on, or nothing changed. */
export const enableEndpoint = (ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> =>
  settleRace(async () => {
    const { endpoint } = await row<{ endpoint: EndpointRecord | null }>(
      ctx.db,
      sql`select ${endpointOf(ctx.actor.userId, id)} as endpoint`,
    );
    if (!endpoint) throw notFound();
    refuseUnless('enable', endpoint);
    const enabled: EndpointRecord = { ...endpoint, status: 'ENABLED', disabledAt: null, failingSince: null };
    return commit(ctx, [enableRow(id, ctx.now())], { data: viewEndpoint(enabled, ctx.now()) });
  });
