import { offerOf } from '../../../db/campaigns/offers.ts';
import { facts } from '../../../db/query.ts';
import type { OfferView } from '../../../schema/campaigns/offers.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewOffer } from './view.ts';

/** A running or paused campaign that the caller can work on. */
export async function getOffer(ctx: Ctx, { id }: { readonly id: number }): Promise<{ data: OfferView }> {
  const { offer } = await facts(ctx.db, { offer: offerOf(ctx.actor.userId, id, ctx.now()) });
  if (offer === null) throw notFound();
  return { data: viewOffer(offer, ctx.settings.BASE_URL) };
}
