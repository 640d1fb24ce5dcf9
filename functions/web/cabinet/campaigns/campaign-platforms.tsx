import type { CampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { postsOf } from '../../ui/charts/coverage.tsx';
import { Figured } from '../../ui/charts/figure.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { rateOf } from '../../ui/report/words.ts';

export const PlatformTable = ({ rows }: { readonly rows: CampaignAnalytics['byPlatform'] }) =>
  rows.length === 0 ? null : (
    <section class="part" aria-labelledby="platforms">
      <h2 id="platforms">By platform</h2>
      <div class="card list-card">
        <table class="list stacked">
          <thead>
            <tr>
              <th scope="col">Platform</th>
              {['Posts', 'Views', 'ER', 'Saves', 'Earned'].map((title) => (
                <th scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(
              ({ platform, posts, totalViews, engagement: { er, erCoverage, saves, savesCoverage }, earned }) => (
                <tr>
                  <th scope="row">{platformNames[platform]}</th>
                  <td class="number" data-label="Posts">
                    {exactly(posts.total)}
                  </td>
                  <td class="number" data-label="Views">
                    <Figured value={totalViews} show={exactly} why="not measured" />
                  </td>
                  <td class="number" data-label="ER">
                    <span>
                      <Figured value={er} show={rateOf} why="not measured" />
                      {er !== null && <Part of={erCoverage} />}
                    </span>
                  </td>
                  <td class="number" data-label="Saves">
                    <span>
                      <Figured value={saves} show={exactly} why="not given" />
                      {saves !== null && <Part of={savesCoverage} />}
                    </span>
                  </td>
                  <td class="number" data-label="Earned">
                    {priceOf(earned)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );

/** The number of videos that a value covers. */
export const Part = ({ of }: { readonly of: { readonly measuredPosts: number; readonly totalPosts: number } }) => (
  <span class="under">
    {exactly(of.measuredPosts)} of {postsOf(of.totalPosts)}
  </span>
);
