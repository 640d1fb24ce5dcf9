import type { ListingRecord, PriceListRecord } from '../../../db/creators/prices.ts';
import { maxListings, type PricingInput, type ServiceInput } from '../../../schema/creators/pricing.ts';
import { invalid, invalidState, notFound, Refusal } from '../../../schema/shared/errors.ts';
import { centsToUsdt } from '../../../schema/shared/money.ts';

/** The new price list, and its services that are new or changed. */
export interface PlannedPrices {
  readonly listings: readonly ListingRecord[];
  readonly changed: readonly ListingRecord[];
}

/** The price list after a save: listed services as given, all others unpublished. */
export function planPrices(list: PriceListRecord, input: PricingInput, freshIds: readonly number[]): PlannedPrices {
  const known = new Map(list.listings.map((listing) => [listing.id, listing]));
  if (input.services.some(({ serviceListingId: id }) => id !== undefined && !known.has(id))) throw notFound();
  if (list.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
  if (list.status !== 'ACTIVE') throw invalidState(list.status, []);
  const fresh = [...freshIds];
  const named = input.services.map((service, index) => {
    const { serviceListingId } = service;
    const before = serviceListingId === undefined ? undefined : known.get(serviceListingId);
    if (before && before.type !== service.type)
      throw invalid(`services.${index}.type`, `stays ${before.type}: add another service for another type`);
    return { before, after: listingOf(service, before?.id ?? fresh.shift() ?? missing()) };
  });
  const ids = new Set(named.map(({ after }) => after.id));
  const omitted = list.listings
    .filter(({ id }) => !ids.has(id))
    .map((before) => ({ before, after: { ...before, isPublished: false } }));
  const all = [...named, ...omitted].toSorted((one, other) => one.after.id - other.after.id);
  if (all.length > maxListings)
    throw invalid(
      'services',
      `A channel has at most ${maxListings} services, including unpublished ones. Change one by its serviceListingId.`,
    );
  return {
    listings: all.map(({ after }) => after),
    changed: all.filter(({ before, after }) => !before || !isSame(before, after)).map(({ after }) => after),
  };
}

function missing(): never {
  throw new Error('fewer ids were made than services were added');
}

/** Whether a save makes the published part of a price list longer, in services or in bytes of titles and terms as JSON. */
export function publishesMore(before: readonly ListingRecord[], after: readonly ListingRecord[]): boolean {
  const published = (listings: readonly ListingRecord[]) => listings.filter(({ isPublished }) => isPublished);
  const bytes = (listings: readonly ListingRecord[]) =>
    published(listings).reduce(
      (sum, { title, usageTerms }) => sum + Buffer.byteLength(JSON.stringify(title + usageTerms)),
      0,
    );
  return published(after).length > published(before).length || bytes(after) > bytes(before);
}

const listingOf = (service: ServiceInput, id: number): ListingRecord => ({
  id,
  type: service.type,
  variant: service.variant,
  proofModes: service.proofModes,
  title: service.title,
  basePrice: centsToUsdt(service.priceCents).toString(),
  packageOptions: service.packageOptions.toSorted((one, other) => one.quantity - other.quantity),
  usageTerms: service.usageTerms,
  allowPdf: service.proofTemplate?.allowPdf ?? false,
  isPublished: service.published,
});

/** An unchanged service keeps its version, so its quotes remain valid. */
const isSame = (before: ListingRecord, after: ListingRecord): boolean =>
  before.type === after.type &&
  before.variant === after.variant &&
  before.proofModes.join() === after.proofModes.join() &&
  before.title === after.title &&
  before.basePrice === after.basePrice &&
  optionsText(before) === optionsText(after) &&
  before.usageTerms === after.usageTerms &&
  before.allowPdf === after.allowPdf &&
  before.isPublished === after.isPublished;

const optionsText = ({ packageOptions }: ListingRecord): string =>
  packageOptions
    .map(({ quantity, discountBps }) => `${quantity}:${discountBps}`)
    .toSorted()
    .join();
