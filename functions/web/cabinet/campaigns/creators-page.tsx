import { GetCampaign } from '../../../../schema/campaigns/campaigns.ts';
import { ListCampaignCreators } from '../../../../schema/campaigns/post-operations.ts';
import type { CampaignCreatorView } from '../../../../schema/campaigns/posts.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { EngagementCells, engagementColumns } from '../frame/engagement.tsx';
import { type Filter, FilterBar } from '../frame/filter-bar.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { CampaignHeading } from './campaign-heading.tsx';

export default page({
  async load(api, { params, query: { cursor, withoutPosts } }) {
    const [campaign, creators] = await Promise.all([
      api.read(GetCampaign, { params }),
      api.read(ListCampaignCreators, {
        params,
        query: { ...(cursor && { cursor }), ...(withoutPosts && { withoutPosts }) },
      }),
    ]);
    return { campaign: campaign.data, creators };
  },
  render({ campaign, creators: { data, nextCursor } }, view) {
    return {
      title: `Creators · ${campaign.title}`,
      content: (
        <>
          <CampaignHeading campaign={campaign} path={view.path} />
          <FilterBar view={view} filters={[withoutPostsFilter]} />
          {data.length === 0 ? (
            <Empty isWithoutPosts={view.query.withoutPosts !== undefined} />
          ) : view.query.withoutPosts === undefined ? (
            <Creators creators={data} campaignId={campaign.id} />
          ) : (
            <Takers creators={data} campaignId={campaign.id} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});

const withoutPostsFilter: Filter = {
  name: 'withoutPosts',
  label: 'Accounts',
  all: 'With posts',
  choices: [{ value: 'true', label: 'Offer taken, no post yet' }],
};

const Empty = ({ isWithoutPosts }: { readonly isWithoutPosts: boolean }) => (
  <div class="card empty-card">
    {isWithoutPosts ? (
      <>
        <strong>There are no such accounts.</strong>
        <p>Creators who have taken the offer appear here until they submit a post.</p>
      </>
    ) : (
      <>
        <strong>No creator has submitted a post yet.</strong>
        <p>Choose the accounts without posts to see who has taken the offer.</p>
      </>
    )}
  </div>
);

interface Props {
  readonly creators: readonly CampaignCreatorView[];
  readonly campaignId: number;
}

const Creators = ({ creators, campaignId }: Props) => (
  <Table
    caption="Accounts of creators, the most views of accepted videos first"
    columns={['Account', { number: 'Posts' }, ...engagementColumns, { number: 'Earned' }, { actions: 'Actions' }]}
  >
    {creators.map((creator) => (
      <Row key={String(creator.id)} creator={creator} campaignId={campaignId} />
    ))}
  </Table>
);

interface RowProps {
  readonly key: string;
  readonly creator: CampaignCreatorView;
  readonly campaignId: number;
}

const Row = ({ creator, campaignId }: RowProps) => {
  const { posts, acceptedPosts, earned } = creator;
  return (
    <tr>
      <Account creator={creator} />
      <td class="number" data-label="Posts">
        <span>
          {exactly(posts)}
          <span class="under">{exactly(acceptedPosts)} accepted</span>
        </span>
      </td>
      <EngagementCells {...creator} />
      <td class="number" data-label="Earned">
        {priceOf(earned)}
      </td>
      <LinkCell creator={creator} campaignId={campaignId} />
    </tr>
  );
};

/** The accounts without posts. A creator needs a tracking link before the post. */
const Takers = ({ creators, campaignId }: Props) => (
  <Table caption="Accounts whose creators have taken the offer" columns={['Account', { actions: 'Actions' }]}>
    {creators.map((creator) => (
      <tr>
        <Account creator={creator} />
        <LinkCell creator={creator} campaignId={campaignId} />
      </tr>
    ))}
  </Table>
);

const Account = ({ creator: { creatorPublicId, handle, platform } }: { readonly creator: CampaignCreatorView }) => (
  <th scope="row">
    <span>
      <span class="main" dir="auto">
        {creatorPublicId === null ? handle : <a href={`/creators/${creatorPublicId}`}>{handle}</a>}
      </span>
      <span class="under">{platformNames[platform]}</span>
    </span>
  </th>
);

const LinkCell = ({ creator: { socialAccountId, handle }, campaignId }: Omit<RowProps, 'key'>) => {
  const link = new URLSearchParams({ account: String(socialAccountId), handle });
  return (
    <td class="action">
      <a href={`/cabinet/campaigns/${campaignId}/links?${link}#create`}>
        Create a link<span class="unseen"> for {handle}</span>
      </a>
    </td>
  );
};
