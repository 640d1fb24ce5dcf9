import type { CampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { postsOf } from '../../ui/charts/coverage.tsx';
import { Figured } from '../../ui/charts/figure.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { rateOf } from '../../ui/report/words.ts';
import { Table } from '../frame/table.tsx';

export const PlatformTable = ({ rows }: { readonly rows: CampaignAnalytics['byPlatform'] }) =>
  rows.length === 0 ? null : (
    <section class="part" aria-labelledby="platforms">
      <h2 id="platforms">By platform</h2>
      <Table
        columns={[
          'Platform',
          { number: 'Posts' },
          { number: 'Views' },
          { number: 'ER' },
          { number: 'Saves' },
          { number: 'Earned' },
        ]}
      >
        {rows.map(({ platform, posts, totalViews, engagement, earned }) => (
          <tr>
            <th scope="row">{platformNames[platform]}</th>
            <td class="number" data-label="Posts">
              <span>
                {exactly(posts.total)}
                <span class="under">{exactly(posts.accepted)} accepted</span>
              </span>
            </td>
            <EngagementCells totalViews={totalViews} engagement={engagement} />
            <td class="number" data-label="Earned">
              {priceOf(earned)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );

interface CoveredProps {
  readonly value: number | null;
  readonly show: (value: number) => string;
  readonly of: { readonly measuredPosts: number; readonly totalPosts: number };
  /** Why the value of accepted videos is not known. */
  readonly why: string;
}

/** A value of accepted videos with the number of those that it covers. */
const Covered = ({ value, show, of, why }: CoveredProps) => (
  <span>
    <Figured value={value} show={show} why={of.totalPosts === 0 ? 'no accepted video' : why} />
    {value !== null && (
      <span class="under">
        {exactly(of.measuredPosts)} of {postsOf(of.totalPosts, 'accepted video')}
      </span>
    )}
  </span>
);

type EngagementProps = Pick<CampaignAnalytics['byPlatform'][number], 'totalViews' | 'engagement'>;

/** The cells of what was measured, with their coverage. */
export const EngagementCells = ({
  totalViews,
  engagement: { er, erCoverage, saves, savesCoverage },
}: EngagementProps) => (
  <>
    <td class="number" data-label="Views">
      <Figured value={totalViews} show={exactly} why="not measured" />
    </td>
    <td class="number" data-label="ER">
      <Covered value={er} show={rateOf} of={erCoverage} why="not measured" />
    </td>
    <td class="number" data-label="Saves">
      <Covered value={saves} show={exactly} of={savesCoverage} why="not given" />
    </td>
  </>
);
