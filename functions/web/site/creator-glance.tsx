import { percentOf, roughly } from '../ui/format.ts';
import { BestEr, BestViews, countOfServices, lowestPrice, mostFollowed, OnChannel } from '../ui/metrics.tsx';
import { countryName } from '../ui/names.ts';
import { OrderFacts } from './order-figures.tsx';
import type { ShownPage } from './shown-page.ts';

interface Props {
  readonly page: ShownPage;
  /** The country with the largest share of the audience. */
  readonly country: { readonly country: string; readonly share: number } | undefined;
}

/** The main numbers of a creator at one glance. */
export const Glance = ({ page, country }: Props) => {
  const { metrics, services, completedOrders, responseTime } = page;
  const followed = mostFollowed(page);
  return (
    <dl class="glance facts card">
      {services.length > 0 && (
        <div>
          <dt>{countOfServices(services.length)}, from</dt>
          <dd>{lowestPrice(services)}</dd>
        </div>
      )}
      <div>
        <dt>Average views</dt>
        <dd>
          <BestViews metrics={metrics} />
        </dd>
      </div>
      <div>
        <dt>Engagement rate</dt>
        <dd>
          <BestEr metrics={metrics} />
        </dd>
      </div>
      {followed !== null && (
        <div>
          <dt>Followers</dt>
          <dd>
            {roughly(followed.followers)} <OnChannel channel={followed.channel} among={metrics} />
          </dd>
        </div>
      )}
      <OrderFacts completedOrders={completedOrders} responseTime={responseTime} />
      {country !== undefined && (
        <div>
          <dt>Top audience country</dt>
          <dd>
            {countryName(country.country)} <span class="quiet">{percentOf(country.share)}</span>
          </dd>
        </div>
      )}
    </dl>
  );
};
