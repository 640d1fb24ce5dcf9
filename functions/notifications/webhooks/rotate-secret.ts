import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { rotateSecret as rotateRow } from '../../../db/notifications/secrets.ts';
import { factsOf } from '../../../db/query.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
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
  mutate(ctx, {
    facts: factsOf({ endpoint: endpointOf(ctx.actor.userId, id) }),
    visible: ({ endpoint }) => endpoint,
    async decide(endpoint) {
      const { secret, sealed } = await newSecret({ endpointId: id, ownerId: ctx.actor.userId }, ctx.settings);
      const previousExpiresAt = overlapHours === 0 ? null : new Date(ctx.now().getTime() + overlapHours * 3_600_000);
      const rotated = { ...endpoint, previousSecretExpiresAt: previousExpiresAt?.toISOString() ?? null };
      return {
        statements: [rotateRow(id, { sealedSecret: sealed, previousExpiresAt }, ctx.now())],
        answer: { data: { ...viewEndpoint(rotated, ctx.now()), secret } },
      };
    },
  });
