import { freshId } from '../../../db/fresh-ids.ts';
import { type EndpointRecord, endpointAt, endpointCount, insertEndpoint } from '../../../db/notifications/endpoints.ts';
import { factsOf } from '../../../db/query.ts';
import { webhookEndpoints } from '../../../db/tables/notifications.ts';
import { type EventKind, maxEndpoints } from '../../../schema/notifications/webhook-terms.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import { alreadyThere, invalid, orLimitReached, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { ResolverSilent } from '../../platform/resolver.ts';
import { findTarget } from './find-target.ts';
import { tooManyEndpoints } from './rules.ts';
import { newSecret } from './secrets.ts';
import { viewEndpoint } from './view.ts';

export interface CreateEndpoint {
  readonly url: string;
  readonly kinds?: readonly EventKind[] | null | undefined;
  readonly description?: string | null | undefined;
}

/** Registers an endpoint of the caller. This answer alone contains its secret. A failure changes nothing. */
export async function createEndpoint(
  ctx: Ctx,
  { url, kinds = null, description = null }: CreateEndpoint,
): Promise<{ data: EndpointView & { readonly secret: string } }> {
  const { publicTarget } = await import('./public-url.ts');
  const target = publicTarget(url, ctx.settings.WEBHOOK_TRUSTED_ORIGINS);
  if ('problem' in target) throw invalid('url', target.problem);
  const { href } = target;
  const ownerId = ctx.actor.userId;
  return mutate(ctx, {
    facts: factsOf({
      id: freshId(webhookEndpoints),
      count: endpointCount(ownerId),
      existing: endpointAt(ownerId, href),
    }),
    visible: (found) => found,
    async decide({ id, count, existing }) {
      // After the first read, because until then the caller may not be proven.
      await refuseUnusable(ctx, url);
      if (existing !== null)
        throw alreadyThere(
          'You already have an endpoint with this address. Delete it first, or use it.',
          existing,
          'ENDPOINT_EXISTS',
        );
      if (count >= maxEndpoints) throw tooManyEndpoints();
      const endpoint: EndpointRecord = {
        id,
        url: href,
        kinds: kinds && [...new Set(kinds)],
        description,
        status: 'ENABLED',
        failingSince: null,
        disabledAt: null,
        previousSecretExpiresAt: null,
        createdAt: ctx.now().toISOString(),
      };
      const { secret, sealed } = await newSecret({ endpointId: id, ownerId }, ctx.settings);
      return {
        statements: insertEndpoint({ ...endpoint, ownerId, sealedSecret: sealed }, maxEndpoints, ctx.now()),
        answer: { data: { ...viewEndpoint(endpoint, ctx.now()), secret } },
      };
    },
  }).catch(orLimitReached('webhook_endpoints', tooManyEndpoints));
}

/** Asks for the addresses of the host. */
async function refuseUnusable(ctx: Ctx, url: string): Promise<void> {
  try {
    const target = await findTarget(url, ctx.settings);
    if ('problem' in target) throw invalid('url', target.problem);
  } catch (error) {
    if (!(error instanceof ResolverSilent)) throw error;
    const message = 'The host name cannot be resolved at the moment. Try again.';
    const refusal = new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 10 });
    refusal.cause = error;
    throw refusal;
  }
}
