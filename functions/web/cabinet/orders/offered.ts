import type { CreatorPage } from '../../../../schema/catalog/catalog.ts';
import type { OrderView } from '../../../../schema/placements/orders.ts';
import type { Money } from '../../../../schema/shared/money.ts';
import type { ChosenPackage } from './order-fields.ts';

/** A package that an order may have. */
export interface OfferedPackage extends ChosenPackage {
  readonly title: string;
  readonly creatorName: string;
  readonly base: Money;
  readonly usageTerms: string | null;
  /** The creator, if the page does not offer its other packages. */
  readonly unreadCreator?: string;
}

/** The packages on the page of a creator. */
export const packagesOf = ({ displayName, services }: CreatorPage): readonly OfferedPackage[] =>
  services.flatMap(({ serviceListingId, title, packageOptions, usageTerms }) =>
    packageOptions.map(({ quantity, discountBps, packageBase }) => ({
      ...{ serviceListingId, title, creatorName: displayName, usageTerms },
      ...{ quantity, discountBps, base: packageBase },
    })),
  );

/** The packages that an order already has. Their base is that of the draft. The page has read the packages of one creator. */
export const packagesIn = ({ items }: OrderView, readCreator: string): readonly OfferedPackage[] =>
  items.flatMap(({ serviceListingId, title, creatorName, creatorPublicId, quantity, discountBps, base }) =>
    serviceListingId === null
      ? []
      : [
          {
            ...{ serviceListingId, title: title ?? '', creatorName, quantity, discountBps, base, usageTerms: null },
            ...(creatorPublicId !== readCreator && { unreadCreator: creatorPublicId }),
          },
        ],
  );
