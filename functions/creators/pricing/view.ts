import type { ListingRecord } from '../../../db/creators/prices.ts';
import type { PricingView } from '../../../schema/creators/pricing.ts';
import { unitOf } from '../../../schema/shared/enums.ts';
import { basisPoints, type Minor, packageBase, usdt, usdtToCents } from '../../../schema/shared/money.ts';

/** The creator's projection: base, creator's fee and net, without the brand's fee. */
export const viewPricing = (
  version: number,
  listings: readonly ListingRecord[],
  creatorFeeBps: number,
): PricingView => ({
  version,
  creatorFeeBps,
  services: listings.map((listing) => viewService(listing, creatorFeeBps)),
});

function viewService(listing: ListingRecord, creatorFeeBps: number): PricingView['services'][number] {
  const price = BigInt(listing.basePrice);
  return {
    serviceListingId: listing.id,
    type: listing.type,
    variant: listing.variant,
    unit: unitOf[listing.type],
    proofModes: [...listing.proofModes],
    title: listing.title,
    priceCents: usdtToCents(price).toString(),
    base: usdt(price),
    ...sharesOf(price, creatorFeeBps),
    packageOptions: listing.packageOptions
      .toSorted((one, other) => one.quantity - other.quantity)
      .map(({ quantity, discountBps }) => {
        const base = packageBase(price, quantity, discountBps);
        return { quantity, discountBps, packageBase: usdt(base), ...sharesOf(base, creatorFeeBps) };
      }),
    usageTerms: listing.usageTerms,
    proofTemplate: { allowPdf: listing.allowPdf },
    published: listing.isPublished,
  };
}

function sharesOf(base: Minor, creatorFeeBps: number) {
  const creatorFee = basisPoints(base, creatorFeeBps);
  return { creatorFee: usdt(creatorFee), net: usdt(base - creatorFee) };
}
