import type { CampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { EngagementCells, engagementColumns } from '../frame/engagement.tsx';
import { Table } from '../frame/table.tsx';

export const PlatformTable = ({ rows }: { readonly rows: CampaignAnalytics['byPlatform'] }) =>
  rows.length === 0 ? null : (
    <section class="part" aria-labelledby="platforms">
      <h2 id="platforms">By platform</h2>
      <Table columns={['Platform', { number: 'Posts' }, ...engagementColumns, { number: 'Earned' }]}>
        {rows.map(({ platform, posts, earned, ...measured }) => (
          <tr>
            <th scope="row">{platformNames[platform]}</th>
            <td class="number" data-label="Posts">
              <span>
                {exactly(posts.total)}
                <span class="under">{exactly(posts.accepted)} accepted</span>
              </span>
            </td>
            <EngagementCells {...measured} />
            <td class="number" data-label="Earned">
              {priceOf(earned)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
