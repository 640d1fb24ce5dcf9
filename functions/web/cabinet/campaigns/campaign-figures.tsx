import type { CampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import { Figure, Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { ViewDefinitions } from '../../ui/view-definitions.tsx';
import { EngagementFigures } from '../frame/engagement.tsx';

type Props = Pick<CampaignAnalytics, 'totals' | 'engagement'>;

/** The sums of the whole campaign, each with its coverage and the age of its measurements. */
export const CampaignFigures = ({ totals, engagement }: Props) => (
  <section class="part" aria-labelledby="figures">
    <h2 id="figures">Summary</h2>
    <dl class="figures">
      <Figure name="Spent" value={priceOf(totals.spent)}>
        <Budget totals={totals} />
      </Figure>
      <Figure
        name="Views of all posts"
        value={<Figured value={totals.totalViews} show={exactly} why="No post has known views yet." />}
      >
        <span class="why">Last known views of all posts, whatever their status</span>
        <ViewDefinitions of={totals.viewDefinitions} />
        <Measured at={totals.viewsUpdatedAt} isOldest />
      </Figure>
      <EngagementFigures engagement={engagement} />
      <Figure
        name="Cost of 1,000 views"
        value={
          <Figured
            value={totals.costPerThousandViews}
            show={priceOf}
            why="Known only if every accepted post has known views and no post is unavailable."
          />
        }
      >
        {totals.costPerThousandViews !== null && <span class="why">Of accepted videos</span>}
      </Figure>
      <Figure name="Posts" value={exactly(totals.posts.total)}>
        <span class="why">
          {exactly(totals.posts.accepted)} accepted, {exactly(totals.posts.onModeration)} to decide,{' '}
          {exactly(totals.posts.rejected)} rejected, {exactly(totals.posts.unavailable)} unavailable
        </span>
      </Figure>
      <Figure name="Creators" value={exactly(totals.creators)}>
        <span class="why">With a submitted post</span>
      </Figure>
      <Figure name="Clicks" value={exactly(totals.clicks)}>
        <span class="why">{exactly(totals.uniqueClicks)} unique, on all tracking links</span>
      </Figure>
    </dl>
  </section>
);

/** The share of the budget that is spent, as a bar. */
const Budget = ({ totals: { spent, budget, paid } }: Pick<Props, 'totals'>) => (
  <div class="bar-line">
    <svg width="100%" height="6" aria-hidden="true" focusable="false">
      <rect class="bar-ground" width="100%" height="6" rx="3" />
      <rect
        class="bar-share"
        width={`${Number((BigInt(spent.raw) * 1_000n) / BigInt(budget.raw)) / 10}%`}
        height="6"
        rx="3"
      />
    </svg>
    <span class="why">
      Of a budget of {priceOf(budget)}; {priceOf(paid)} paid to creators.
    </span>
  </div>
);
