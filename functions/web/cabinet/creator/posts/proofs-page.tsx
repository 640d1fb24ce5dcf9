import { ListPostProofs } from '../../../../../schema/campaigns/proofs.ts';
import { Heading } from '../../frame/frame.tsx';
import { Pager } from '../../frame/pager.tsx';
import { page } from '../../page.ts';
import { Shots } from './proofs.tsx';

/** All screenshots of a post. The page of the post shows the newest ones beside the earnings, which have their own pages. */
export default page({
  load: (api, { params, query: { cursor } }) =>
    api.read(ListPostProofs, { params, query: { limit: '20', ...(cursor && { cursor }) } }),
  render({ data, nextCursor }, view) {
    const { id = '' } = view.params;
    const post = `/cabinet/posts/${id}`;
    return {
      title: `Screenshots of post ${id}`,
      content: (
        <>
          <Heading
            title={`Screenshots of post ${id}`}
            back={{ href: post, label: 'Post' }}
            about="They prove the views, and the newest is first."
          />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>There are no screenshots here.</strong>
              <a href={post}>Show the post</a>
            </div>
          ) : (
            <Shots post={post} proofs={data} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});
