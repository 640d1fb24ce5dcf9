import { GetCampaign } from '../../../../schema/campaigns/campaigns.ts';
import { ListCampaignCreators } from '../../../../schema/campaigns/post-operations.ts';
import type { CampaignCreatorView } from '../../../../schema/campaigns/posts.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { EngagementCells, engagementColumns } from '../frame/engagement.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { CampaignHeading } from './campaign-heading.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [campaign, creators] = await Promise.all([
      api.read(GetCampaign, { params }),
      api.read(ListCampaignCreators, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { campaign: campaign.data, creators };
  },
  render({ campaign, creators: { data, nextCursor } }, view) {
    return {
      title: `Creators · ${campaign.title}`,
      content: (
        <>
          <CampaignHeading campaign={campaign} path={view.path} />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>No creator takes part yet.</strong>
              <p>Creators appear here when they have submitted a post.</p>
            </div>
          ) : (
            <Creators creators={data} campaignId={campaign.id} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});

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
  const { socialAccountId, handle, platform, creatorPublicId, posts, acceptedPosts, earned } = creator;
  const link = new URLSearchParams({ account: String(socialAccountId), handle });
  return (
    <tr>
      <th scope="row">
        <span>
          <span class="main" dir="auto">
            {creatorPublicId === null ? handle : <a href={`/creators/${creatorPublicId}`}>{handle}</a>}
          </span>
          <span class="under">{platformNames[platform]}</span>
        </span>
      </th>
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
      <td class="action">
        <a href={`/cabinet/campaigns/${campaignId}/links?${link}#create`}>Create a link</a>
      </td>
    </tr>
  );
};
