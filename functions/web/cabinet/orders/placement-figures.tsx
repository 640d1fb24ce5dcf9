import type { PlacementAnalytics } from '../../../../schema/metrics/placement-analytics.ts';
import { Coverage } from '../../ui/charts/coverage.tsx';
import { Figure, Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { durationOf } from '../../ui/metrics.tsx';
import { ViewDefinitions } from '../../ui/view-definitions.tsx';
import { EngagementFigures } from '../frame/engagement.tsx';
import { knownViews } from './placement-words.ts';

type Totals = PlacementAnalytics['totals'];
type Props = Pick<PlacementAnalytics, 'totals' | 'engagement' | 'viewDefinitions'>;

/** The sums of the work of the report, as it is now. What was measured has its coverage and the age of its measurements. */
export const PlacementFigures = ({ totals, engagement, viewDefinitions }: Props) => (
  <section class="part" aria-labelledby="figures">
    <h2 id="figures">Summary</h2>
    <dl class="figures">
      <Figure name="Paid" value={priceOf(totals.spent)}>
        <span class="why">To creators and as fees, for work that has ended</span>
      </Figure>
      <Figure name="Reserved" value={priceOf(totals.reserved)}>
        <span class="why">Now, for work that has not ended</span>
      </Figure>
      <Figure name="Refunded" value={priceOf(totals.refunded)}>
        <span class="why">Returned to your balance</span>
      </Figure>
      <Figure name="Work" value={exactly(totals.assignments)}>
        <span class="why">
          Of {countOf(totals.orders, 'order')}, with {countOf(totals.creators, 'creator')}
        </span>
      </Figure>
      <Figure name="Delivered results" value={exactly(totals.deliveredResults)}>
        <span class="why">Of {exactly(totals.orderedResults)} ordered</span>
      </Figure>
      <Span name="Time to accept" of={totals.acceptSeconds} done="accepted" why="No creator has accepted work yet." />
      <Span name="Time to deliver" of={totals.deliverSeconds} done="submitted" why="No work has been submitted yet." />
      <Figure
        name="Views"
        value={
          <Figured
            value={knownViews(engagement)}
            show={exactly}
            why="No accepted video has views, likes and comments in one measurement."
          />
        }
      >
        <Coverage of={engagement.erCoverage} kind="accepted video" />
        <ViewDefinitions of={viewDefinitions} />
        <Measured at={engagement.updatedAt} isOldest />
      </Figure>
      <EngagementFigures engagement={engagement} />
    </dl>
  </section>
);

interface SpanProps {
  readonly name: string;
  readonly of: Totals['acceptSeconds'];
  readonly done: string;
  readonly why: string;
}

/** The median of a time that work takes, rounded up, with the number of the pieces of work that it covers. */
const Span = ({ name, of: { median, average, count }, done, why }: SpanProps) => (
  <Figure name={name} value={<Figured value={median} show={inWords} why={why} />}>
    {average !== null && (
      <span class="why">
        Median of {exactly(count)} {done}. Average: {inWords(average)}
      </span>
    )}
  </Figure>
);

const inWords = (seconds: number): string => durationOf(Math.ceil(seconds / 60));

const countOf = (count: number, name: string): string => `${exactly(count)} ${name}${count === 1 ? '' : 's'}`;
