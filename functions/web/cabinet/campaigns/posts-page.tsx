import { postStatuses } from '../../../../schema/campaigns/campaign-terms.ts';
import { GetCampaign } from '../../../../schema/campaigns/campaigns.ts';
import {
  AcceptCampaignPost,
  ListCampaignPosts,
  RejectCampaignPost,
} from '../../../../schema/campaigns/post-operations.ts';
import { proofArchiveLimits } from '../../../../schema/campaigns/proof-terms.ts';
import { exactly } from '../../ui/format.ts';
import { optionalText, text } from '../../ui/forms/field-kinds.ts';
import { Period } from '../frame/by-day.tsx';
import { FilterBar, statusFilter } from '../frame/filter-bar.tsx';
import { Pager } from '../frame/pager.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { CampaignHeading, pathOf } from './campaign-heading.tsx';
import { PostCard } from './post-card.tsx';

const ofPost = (visit: Visit, of: string) => ({ id: visit.params.id ?? '', postId: of });
/** The same list again, with its filter. */
const sameList = (_: unknown, { path, query }: Visit) => {
  const filter = new URLSearchParams(query).toString();
  return filter === '' ? path : `${path}?${filter}`;
};

export default page({
  async load(api, { params, query: { status, cursor } }) {
    const query = { ...(status && { status }), ...(cursor && { cursor }) };
    const [campaign, posts] = await Promise.all([
      api.read(GetCampaign, { params }),
      api.read(ListCampaignPosts, { params, query }),
    ]);
    return { campaign: campaign.data, posts };
  },
  forms: {
    accept: form(AcceptCampaignPost, {
      fields: {},
      params: ofPost,
      notice: 'The post is accepted.',
      done: sameList,
    }),
    reject: form(RejectCampaignPost, {
      fields: { reason: text, note: optionalText },
      params: ofPost,
      notice: 'The post is rejected. Its creator can read the reason.',
      done: sameList,
    }),
  },
  render({ campaign, posts: { data, nextCursor } }, view) {
    const canDecide = data.some(({ allowedActions }) => allowedActions.length > 0);
    return {
      title: `Posts · ${campaign.title}`,
      content: (
        <>
          <CampaignHeading campaign={campaign} path={view.path} />
          {campaign.posts.total > 0 && <Download campaignId={campaign.id} view={view} />}
          <FilterBar view={view} isEmpty={data.length === 0} filters={[statusFilter(postStatuses)]} />
          {canDecide && (
            <p class="keyboard">
              <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous post, <kbd>a</kbd> accepts it, <kbd>r</kbd>{' '}
              opens the form that rejects it, and <kbd>Esc</kbd> closes the form.
            </p>
          )}
          {data.length === 0 ? (
            <Empty total={campaign.posts.total} path={view.path} />
          ) : (
            <div class="posts" data-moderation>
              {data.map((post) => (
                <PostCard post={post} view={view} />
              ))}
            </div>
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});

/** The form that chooses the screenshots of the ZIP. */
const Download = ({ campaignId, view }: { readonly campaignId: number; readonly view: View }) => (
  <details class="drafts">
    <summary>Download proofs</summary>
    <div class="card panel">
      <p class="quiet small">
        The ZIP has the latest screenshot of each post, and a list of their posts, times and views. Without days it has
        all of them. One ZIP has at most {exactly(proofArchiveLimits.files)} screenshots and{' '}
        {proofArchiveLimits.bytes / 1024 ** 3} GiB: if there are more, choose the days on which they were taken.
      </p>
      <Period view={view} action={`${pathOf(campaignId)}/proofs.zip`} submit="Download ZIP" />
    </div>
  </details>
);

const Empty = ({ total, path }: { readonly total: number; readonly path: string }) => (
  <div class="card empty-card">
    {total > 0 ? (
      <>
        <strong>No post matches.</strong>
        <a href={path}>Show all posts</a>
      </>
    ) : (
      <>
        <strong>No creator has submitted a post yet.</strong>
        <p>Creators find a running campaign in their campaign offers. You decide about each post here.</p>
      </>
    )}
  </div>
);
