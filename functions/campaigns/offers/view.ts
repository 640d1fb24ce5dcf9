import type { OfferRecord } from '../../../db/campaigns/offers.ts';
import type { OfferView } from '../../../schema/campaigns/offers.ts';
import { usdOfCents } from '../../../schema/shared/money.ts';
import { viewPayment, viewRequirements } from '../campaigns/view.ts';
import { isAllowedDestination } from '../tracking-links/rules.ts';
import { viewCreatorLink } from '../tracking-links/view.ts';

/** The campaign as a creator sees it: nothing in it depends on budget, spend or other creators. */
export const viewOffer = (offer: OfferRecord, baseUrl: string): OfferView => ({
  id: offer.id,
  title: offer.title,
  brief: offer.brief,
  advertiserName: offer.advertiserName,
  platforms: [...offer.platforms],
  payment: viewPayment(offer),
  maxPerPost: offer.maxPerPostCents === null ? null : usdOfCents(offer.maxPerPostCents),
  requirements: viewRequirements(offer),
  endsAt: offer.endsAt,
  takenAt: offer.takenAt,
  accountIds: offer.accounts.map(({ id }) => id),
  trackingLinks: offer.trackingLinks
    .filter(({ destinationUrl }) => isAllowedDestination(destinationUrl, baseUrl))
    .map((link) => viewCreatorLink(link, baseUrl)),
});
