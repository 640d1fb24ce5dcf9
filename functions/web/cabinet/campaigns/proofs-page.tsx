import { ListCampaignPostProofs } from '../../../../schema/campaigns/proofs.ts';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { page } from '../page.ts';
import { pathOf } from './campaign-heading.tsx';
import { PostProofs } from './post-proofs.tsx';

/** All screenshots of a post. The page of the post shows the newest ones beside the earnings, which have their own pages. */
export default page({
  load: (api, { params, query: { cursor } }) =>
    api.read(ListCampaignPostProofs, { params, query: cursor === undefined ? {} : { cursor } }),
  render({ data, nextCursor }, view) {
    const { id = '', postId = '' } = view.params;
    const post = `${pathOf(id)}/posts/${postId}`;
    return {
      title: `Proofs of post ${postId}`,
      content: (
        <>
          <Heading
            title={`Proofs of post ${postId}`}
            back={{ href: post, label: 'Post' }}
            about="Screenshots that prove the views, the newest first."
          />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>There are no screenshots here.</strong>
              <a href={post}>Show the post</a>
            </div>
          ) : (
            <PostProofs proofs={data} post={post} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});
