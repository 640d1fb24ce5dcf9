import type { Child } from 'hono/jsx';
import type { ReportSummary } from '../../../../schema/factories/report-rows.ts';
import { Coverage } from '../charts/coverage.tsx';
import { Unknown } from '../charts/unknown.tsx';
import { Day } from '../day.tsx';
import { exactly } from '../format.ts';
import { ViewDefinitions } from '../view-definitions.tsx';
import { rateOf } from './words.ts';

/** The sums of a report. A sum that the report hides has no tile. */
export const Tiles = ({ summary }: { readonly summary: ReportSummary }) => {
  const { totals } = summary;
  const tiles = [
    tile('Posts', summary.publications, exactly),
    tile(
      'Views',
      summary.views,
      exactly,
      <>
        <p class="why">Sum of the known views</p>
        <ViewDefinitions of={summary.viewDefinitions ?? []} />
      </>,
    ),
    tile('Reactions', summary.reactions, exactly, <p class="why">Likes and comments, where both are known</p>),
    tile('Average views', summary.averageViews, exactly, <p class="why">Per post with known views</p>),
    tile('Median views', summary.medianViews, exactly, <p class="why">The middle of the known views</p>),
    tile('Engagement rate', totals.er, rateOf, <Coverage of={totals.erCoverage} />),
    tile('Saves', totals.saves, exactly, <Coverage of={totals.savesCoverage} />),
  ].filter((one) => one !== null);
  if (tiles.length === 0 && !totals.updatedAt) return null;
  return (
    <section class="report-part" aria-labelledby="summary">
      <h2 id="summary">Summary</h2>
      {tiles.length > 0 && <dl class="tiles">{tiles}</dl>}
      <Times of={totals} />
    </section>
  );
};

function tile(name: string, value: number | null | undefined, show: (value: number) => string, note: Child = null) {
  if (value === undefined) return null;
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>
        {value === null ? <Unknown why="No post has a known value yet." /> : <span class="figure">{show(value)}</span>}
        {value !== null && note}
      </dd>
    </div>
  );
}

/** The age of the oldest measurement that the sums contain. */
const Times = ({ of: { updatedAt, savesUpdatedAt } }: { readonly of: ReportSummary['totals'] }) => {
  if (!updatedAt && !savesUpdatedAt) return null;
  return (
    <p class="quiet small report-times">
      {updatedAt && (
        <>
          Oldest measurement: <Day at={updatedAt} />.{' '}
        </>
      )}
      {savesUpdatedAt && (
        <>
          Oldest measurement of saves: <Day at={savesUpdatedAt} />.
        </>
      )}
    </p>
  );
};
