import type { Engagement } from '../../../../schema/metrics/engagement.ts';
import type { MixedDefinitions } from '../../../../schema/metrics/view-definition.ts';
import { Coverage, postsOf } from '../../ui/charts/coverage.tsx';
import { Figure, Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly } from '../../ui/format.ts';
import { rateOf } from '../../ui/report/words.ts';
import { ViewDefinitions } from '../../ui/view-definitions.tsx';

/** The rate and the saves of accepted videos, each with its coverage and the age of its measurements. */
export const EngagementFigures = ({ engagement }: { readonly engagement: Engagement }) => (
  <>
    <Figure
      name="Engagement rate"
      value={
        <Figured
          value={engagement.er}
          show={rateOf}
          why="No accepted video has views, likes and comments in one measurement."
        />
      }
    >
      <Coverage of={engagement.erCoverage} kind="accepted video" />
      <Measured at={engagement.updatedAt} isOldest />
    </Figure>
    <Figure
      name="Saves"
      value={
        <Figured value={engagement.saves} show={exactly} why="No platform has given saves of an accepted video." />
      }
    >
      <Coverage of={engagement.savesCoverage} kind="accepted video" />
      <Measured at={engagement.savesUpdatedAt} isOldest />
    </Figure>
  </>
);

interface CoveredProps {
  readonly value: number | null;
  readonly show: (value: number) => string;
  readonly of: Engagement['erCoverage'];
  /** The time of the oldest measurement. */
  readonly at: string | null;
  /** Why the value of accepted videos is not known. */
  readonly why: string;
}

/** A value of accepted videos with the number of those that it covers, and the age of their measurements. */
const Covered = ({ value, show, of, at, why }: CoveredProps) => (
  <span>
    <Figured value={value} show={show} why={of.totalPosts === 0 ? 'no accepted video' : why} />
    {value !== null && (
      <>
        <span class="under">
          {exactly(of.measuredPosts)} of {postsOf(of.totalPosts, 'accepted video')}
        </span>
        <Measured at={at} isOldest isInCell />
      </>
    )}
  </span>
);

interface CellsProps {
  readonly totalViews: number | null;
  /** The time of the oldest measurement in totalViews. */
  readonly viewsUpdatedAt: string | null;
  /** The definitions of a view that totalViews adds up. The cell names them only if it mixes several. */
  readonly viewDefinitions: MixedDefinitions;
  readonly engagement: Engagement;
}

/** The columns of `EngagementCells`. */
export const engagementColumns = [{ number: 'Views' }, { number: 'ER' }, { number: 'Saves' }] as const;

/** The cells of what was measured, with their coverage and its age. */
export const EngagementCells = ({ totalViews, viewsUpdatedAt, viewDefinitions, engagement }: CellsProps) => (
  <>
    <td class="number" data-label="Views">
      <span>
        <Figured value={totalViews} show={exactly} why="not measured" />
        <Measured at={viewsUpdatedAt} isOldest isInCell />
        {viewDefinitions.length > 1 && <ViewDefinitions of={viewDefinitions} />}
      </span>
    </td>
    <td class="number" data-label="ER">
      <Covered
        value={engagement.er}
        show={rateOf}
        of={engagement.erCoverage}
        at={engagement.updatedAt}
        why="not measured"
      />
    </td>
    <td class="number" data-label="Saves">
      <Covered
        value={engagement.saves}
        show={exactly}
        of={engagement.savesCoverage}
        at={engagement.savesUpdatedAt}
        why="not given"
      />
    </td>
  </>
);
