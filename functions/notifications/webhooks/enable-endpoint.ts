import { type EndpointRecord, enableEndpoint as enableRow, endpointOf } from '../../../db/notifications/endpoints.ts';
import { factsOf } from '../../../db/query.ts';
import type { EndpointView } from '../../../schema/notifications/webhooks.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseUnless } from './rules.ts';
import { viewEndpoint } from './view.ts';

/** Enables a disabled endpoint for the events from now on. A failure changes nothing. */
export const enableEndpoint = (ctx: Ctx, { id }: { id: number }): Promise<{ data: EndpointView }> =>
  mutate(ctx, {
    facts: factsOf({ endpoint: endpointOf(ctx.actor.userId, id) }),
    visible: ({ endpoint }) => endpoint,
    decide(endpoint) {
      refuseUnless('enable', endpoint);
      const enabled: EndpointRecord = { ...endpoint, status: 'ENABLED', disabledAt: null, failingSince: null };
      return { statements: [enableRow(id, ctx.now())], answer: { data: viewEndpoint(enabled, ctx.now()) } };
    },
  });
