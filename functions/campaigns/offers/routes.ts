import { GetOffer, ListOffers, TakeOffer } from '../../../schema/campaigns/offers.ts';
import { group, on } from '../../http/route.ts';
import { getOffer } from './get-offer.ts';
import { listOffers } from './list-offers.ts';
import { takeOffer } from './take-offer.ts';

export const campaignOfferRoutes = group(
  on(ListOffers, (ctx, { query }) => listOffers(ctx, query)),
  on(GetOffer, (ctx, { params }) => getOffer(ctx, params)),
  on(TakeOffer, (ctx, { params, body }) => takeOffer(ctx, { ...params, ...body })),
);
