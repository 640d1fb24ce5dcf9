import { type OffersPage, offersPage } from '../../../db/campaigns/offers.ts';
import type { OfferView } from '../../../schema/campaigns/offers.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewOffer } from './view.ts';

/** The running campaigns that the caller can work on, the latest start first. */
export async function listOffers(ctx: Ctx, page: OffersPage): Promise<Page<OfferView>> {
  const rows = await ctx.db.read(offersPage(ctx.actor.userId, page, ctx.now()));
  const offers = rows.map(({ offer }) => viewOffer(offer, ctx.settings.BASE_URL));
  return pageOf(offers, page.limit, ({ id }) => id);
}
