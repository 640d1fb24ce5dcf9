import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { rotateSecret as rotateRow } from '../../../db/notifications/secrets.ts';
import { facts } from '../../../db/query.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { newSecret } from './secrets.ts';
import { viewEndpoint } from './view.ts';

export interface RotateSecret {
  readonly id: number;
  readonly overlapHours: number;
}

/**
 * Replaces the secret of an endpoint. Only this answer contains the new one. The previous secret keeps signing for `overlapHours`. A
 * failure changes nothing.
 */
export const rotateSecret = (
  ctx: Ctx,
  { id, overlapHours }: RotateSecret,
): Promise<{ data: EndpointView & { readonly secret: string } }> =>
  retryOnConflict(async () => {
    const ownerId = ctx.actor.userId;
    const { endpoint } = await facts(ctx.db, { endpoint: endpointOf(ownerId, id) });
    if (!endpoint) throw notFound();
    const { secret, sealed } = await newSecret({ endpointId: id, ownerId }, ctx.settings);
    const previousExpiresAt = overlapHours === 0 ? null : new Date(ctx.now().getTime() + overlapHours * 3_600_000);
    const rotated = { ...endpoint, previousSecretExpiresAt: previousExpiresAt?.toISOString() ?? null };
    const rotation = { sealedSecret: sealed, previousExpiresAt };
    return commit(ctx, [rotateRow(id, rotation, ctx.now())], { data: { ...viewEndpoint(rotated, ctx.now()), secret } });
  });
