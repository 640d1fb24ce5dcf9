import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { endpointOf } from '../../db/webhooks.ts';
import { notFound } from '../../schema/errors.ts';
import type { EndpointRecord, EndpointView } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { viewEndpoint } from './view.ts';

/** One endpoint of the caller. */
export async function getEndpoint(ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> {
  const facts = await row<{ endpoint: EndpointRecord | null }>(
    ctx.db,
    sql`select ${endpointOf(ctx.actor.userId, id)} as endpoint`,
  );
  if (!facts.endpoint) throw notFound();
  return { data: viewEndpoint(facts.endpoint, ctx.now()) };
}
