import type { CatalogEntry } from '../../../schema/catalog/catalog.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { priceOf, roughly } from './format.ts';

/** The average views of the most-watched channel. */
export const BestViews = ({ metrics }: Pick<CatalogEntry, 'metrics'>) => {
  const measured = metrics.flatMap(({ channel, value }) => (value === null ? [] : [{ channel, value }]));
  if (measured.length === 0) return <span class="quiet">not measured</span>;
  const best = measured.reduce((high, one) => (one.value > high.value ? one : high));
  return (
    <>
      {roughly(best.value)} <span class="quiet">on {platformNames[best.channel.platform]}</span>
    </>
  );
};

/** The lowest price of all services, of which there is at least one. */
export function lowestPrice(services: readonly Pick<CatalogEntry['services'][number], 'basePrice'>[]): string {
  const prices = services.map(({ basePrice }) => basePrice);
  return priceOf(prices.reduce((low, price) => (BigInt(price.raw) < BigInt(low.raw) ? price : low)));
}

export const countOfServices = (count: number): string => (count === 1 ? '1 service' : `${count} services`);
