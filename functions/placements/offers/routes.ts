import { ConfirmOffer, GetCustomOffer, QuoteOffer } from '../../../schema/placements/offers.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const offerRoutes = group(
  on(QuoteOffer, async (ctx, { body }) => (await verbs()).quoteOffer(ctx, body)),
  on(GetCustomOffer, async (ctx, { params }) => (await verbs()).getCustomOffer(ctx, params)),
  on(ConfirmOffer, async (ctx, { body }) => (await verbs()).confirmOffer(ctx, body)),
);
