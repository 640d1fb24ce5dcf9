import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import { campaignStatuses } from '../../../../schema/campaigns/campaign-terms.ts';
import { ListCampaigns } from '../../../../schema/campaigns/campaigns.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { ViewDefinitions } from '../../ui/view-definitions.tsx';
import { currencyNote } from '../frame/currencies.ts';
import { FilterBar, isFiltered, statusFilter } from '../frame/filter-bar.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { pathOf } from './campaign-heading.tsx';
import { campaignTones, payOf } from './campaign-words.ts';

export default page({
  load: (api, { query: { status, cursor } }) =>
    api.read(ListCampaigns, { query: { ...(status && { status }), ...(cursor && { cursor }) } }),
  render({ data, nextCursor }, view) {
    return {
      title: 'Campaigns',
      content: (
        <>
          <Heading
            title="Campaigns"
            about={`Creators publish posts about your product, and you pay for views or posts. ${currencyNote}`}
          >
            <a class="button" href="/cabinet/campaigns/new">
              New campaign
            </a>
          </Heading>
          <FilterBar view={view} isEmpty={data.length === 0} filters={[statusFilter(campaignStatuses)]} />
          {data.length === 0 ? <Empty isFiltered={isFiltered(view)} /> : <Campaigns campaigns={data} />}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <div class="card empty-card">
    {isFiltered ? (
      <>
        <strong>No campaign has this status.</strong>
        <a href="/cabinet/campaigns">Show all campaigns</a>
      </>
    ) : (
      <>
        <strong>You have no campaigns.</strong>
        <p>Describe the posts that you want, and what you pay for them. The budget is reserved only when you start.</p>
        <a class="button" href="/cabinet/campaigns/new">
          New campaign
        </a>
      </>
    )}
  </div>
);

const Campaigns = ({ campaigns }: { readonly campaigns: readonly CampaignView[] }) => (
  <Table
    caption="Your campaigns, newest first"
    columns={[
      'Campaign',
      'Status',
      { number: 'Budget' },
      { number: 'Spent' },
      { number: 'Views' },
      { number: 'Posts' },
    ]}
  >
    {campaigns.map((campaign) => (
      <tr>
        <th scope="row">
          <span>
            <a class="main" href={pathOf(campaign.id)} dir="auto">
              {campaign.title}
            </a>
            <span class="under">
              {payOf(campaign.payment)} · {campaign.platforms.map((platform) => platformNames[platform]).join(', ')}
            </span>
          </span>
        </th>
        <td data-label="Status">
          <Status of={campaign.status} tone={campaignTones[campaign.status]} />
        </td>
        <td class="number" data-label="Budget">
          {priceOf(campaign.budget)}
        </td>
        <td class="number" data-label="Spent">
          {priceOf(campaign.spent)}
        </td>
        <td class="number" data-label="Views">
          <span>
            <Figured value={campaign.totalViews} show={exactly} why="not measured" />
            <Measured at={campaign.viewsUpdatedAt} isOldest isInCell />
            {campaign.viewDefinitions.length > 1 && <ViewDefinitions of={campaign.viewDefinitions} />}
          </span>
        </td>
        <td class="number" data-label="Posts">
          <span>
            {exactly(campaign.posts.total)}
            {campaign.posts.onModeration > 0 && (
              <a class="under" href={`${pathOf(campaign.id)}/posts?status=ON_MODERATION`}>
                {exactly(campaign.posts.onModeration)} to decide
              </a>
            )}
          </span>
        </td>
      </tr>
    ))}
  </Table>
);
