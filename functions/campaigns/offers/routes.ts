import { GetOffer, ListOffers, TakeOffer } from '../../../schema/campaigns/offers.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const campaignOfferRoutes = group(
  on(ListOffers, async (ctx, { query }) => (await verbs()).listOffers(ctx, query)),
  on(GetOffer, async (ctx, { params }) => (await verbs()).getOffer(ctx, params)),
  on(TakeOffer, async (ctx, { params, body }) => (await verbs()).takeOffer(ctx, { ...params, ...body })),
);
