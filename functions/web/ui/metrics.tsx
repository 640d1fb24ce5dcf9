import type { CatalogEntry } from '../../../schema/catalog/catalog.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { exactly, priceOf, roughly } from './format.ts';
import { rateOf } from './report/words.ts';

/** The average views of the most-watched channel. */
export const BestViews = ({ metrics }: Pick<CatalogEntry, 'metrics'>) => {
  const best = bestViews(metrics);
  if (best === null) return <span class="quiet">not measured</span>;
  return (
    <>
      {roughly(best.value)} <OnChannel channel={best.channel} among={metrics} />
    </>
  );
};

/** The metric of the most-watched channel; null if none is measured. */
export function bestViews(metrics: CatalogEntry['metrics']) {
  const measured = metrics.flatMap(({ value, ...metric }) => (value === null ? [] : [{ ...metric, value }]));
  return measured.length === 0 ? null : measured.reduce((high, one) => (one.value > high.value ? one : high));
}

/** The engagement rate of the channel with the highest one. */
export const BestEr = ({ metrics }: Pick<CatalogEntry, 'metrics'>) => {
  // The entries of a former version have none.
  const measured = metrics.flatMap(({ channel, er }) => (typeof er === 'number' ? [{ channel, er }] : []));
  if (measured.length === 0) return <span class="quiet">not measured</span>;
  const best = measured.reduce((high, one) => (one.er > high.er ? one : high));
  return (
    <>
      {rateOf(best.er)} <OnChannel channel={best.channel} among={metrics} />
    </>
  );
};

type ChannelRef = Pick<CatalogEntry['metrics'][number]['channel'], 'platform' | 'handle'>;

interface OnChannelProps {
  readonly channel: ChannelRef;
  /** Those of the figure, of all channels of the creator. */
  readonly among: readonly { readonly channel: ChannelRef }[];
}

/** The channel that a figure is of: figures of different channels stand side by side. */
export const OnChannel = (props: OnChannelProps) => (
  <span class="quiet">
    on <ChannelName {...props} />
  </span>
);

/** The platform of a channel, with its handle where the creator has several channels on that platform. */
export const ChannelName = ({ channel: { platform, handle }, among }: OnChannelProps) => (
  <>
    {platformNames[platform]}
    {among.filter(({ channel }) => channel.platform === platform).length > 1 && (
      <>
        {' '}
        <bdi>{handle}</bdi>
      </>
    )}
  </>
);

/** The lowest price of all services, of which there is at least one. */
export function lowestPrice(services: readonly Pick<CatalogEntry['services'][number], 'basePrice'>[]): string {
  const prices = services.map(({ basePrice }) => basePrice);
  return priceOf(prices.reduce((low, price) => (BigInt(price.raw) < BigInt(low.raw) ? price : low)));
}

export const countOfServices = (count: number): string => (count === 1 ? '1 service' : `${count} services`);

/** Whether the creator has proven a channel. */
export const isVerified = ({ channels }: Pick<CatalogEntry, 'channels'>): boolean =>
  channels.some(({ ownership }) => ownership === 'VERIFIED');

/** The followers of the most-followed channel with a verified audience; null if none is known. */
export function mostFollowed({ channels }: Pick<CatalogEntry, 'channels'>) {
  const known = channels.flatMap((channel) =>
    typeof channel.audience?.followers === 'number' ? [{ channel, followers: channel.audience.followers }] : [],
  );
  return known.length === 0 ? null : known.reduce((high, one) => (one.followers > high.followers ? one : high));
}

export const completedOf = (count: number): string =>
  count === 1 ? '1 completed order' : `${exactly(count)} completed orders`;

/** 280 minutes are "5 h": rounded up, so that the answer is within this time. */
export function durationOf(minutes: number): string {
  if (minutes < 60) return `${Math.max(1, minutes)}\u00a0min`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours}\u00a0h` : `${Math.ceil(hours / 24)}\u00a0days`;
}
