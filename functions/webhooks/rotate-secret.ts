import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { endpointOf, rotateSecret as rotateRow } from '../../db/webhooks.ts';
import { notFound } from '../../schema/errors.ts';
import type { EndpointRecord, EndpointView } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { commit } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { newSecret } from './secrets.ts';
import { viewEndpoint } from './view.ts';

export interface RotateSecret {
  readonly id: number;
  readonly overlapHours: number;
}

/** A new secret, that only this answer tells, signs from now on, and the one before beside it for a while; or nothing happened. */
export const rotateSecret = (
  ctx: Ctx,
  { id, overlapHours }: RotateSecret,
): Promise<{ data: EndpointView & { readonly secret: string } }> =>
  settleRace(async () => {
    const ownerId = ctx.actor.userId;
    const facts = await row<{ endpoint: EndpointRecord | null }>(
      ctx.db,
      sql`select ${endpointOf(ownerId, id)} as endpoint`,
    );
    if (!facts.endpoint) throw notFound();
    const { secret, sealed } = await newSecret({ endpointId: id, ownerId }, ctx.settings);
    const previousExpiresAt = overlapHours === 0 ? null : new Date(ctx.now().getTime() + overlapHours * 3_600_000);
    const rotated = { ...facts.endpoint, previousSecretExpiresAt: previousExpiresAt?.toISOString() ?? null };
    const rotation = { sealedSecret: sealed, previousExpiresAt };
    return commit(ctx, [rotateRow(id, rotation, ctx.now())], { data: { ...viewEndpoint(rotated, ctx.now()), secret } });
  });
