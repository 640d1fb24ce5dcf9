import { ListPostsForStaff, type StaffPostView } from '../../../../schema/campaigns/staff-posts.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Time } from '../../ui/time.tsx';
import { postTones } from '../campaigns/campaign-words.ts';
import { Pager } from '../frame/pager.tsx';
import { SearchBar } from '../frame/search-bar.tsx';
import { Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  load: (api, { query }) => api.read(ListPostsForStaff, { query: { limit: '20', ...query } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Posts',
    content: (
      <>
        <StaffHeading path={view.path} />
        <SearchBar
          view={view}
          isEmpty={data.length === 0}
          fields={[
            { name: 'postId', label: 'Post id', placeholder: '204', maxLength: 16 },
            { name: 'campaignId', label: 'Campaign id', placeholder: '17', maxLength: 16 },
          ]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <strong>No post matches.</strong>
            <p>
              Here are the posts that creators submit to campaigns. Staff adds the screenshots that prove their views.
            </p>
            {Object.keys(view.query).length > 0 && <a href={view.path}>Show all posts</a>}
          </div>
        ) : (
          <Posts posts={data} />
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const Posts = ({ posts }: { readonly posts: readonly StaffPostView[] }) => (
  <Table caption="Posts of campaigns, the newest first" columns={['Post', 'Campaign', 'Submitted', 'Status']}>
    {posts.map(({ id, platform, handle, campaignId, campaignTitle, submittedAt, status }) => (
      <tr>
        <th scope="row">
          <span>
            <a class="main" href={`/cabinet/staff/posts/${id}`} dir="auto">
              {platformNames[platform]} {handle}
            </a>
            <span class="under">Post {id}</span>
          </span>
        </th>
        <td data-label="Campaign">
          <a href={`/cabinet/staff/posts?campaignId=${campaignId}`} dir="auto">
            {campaignTitle}
          </a>
        </td>
        <td data-label="Submitted">
          <Time at={submittedAt} />
        </td>
        <td data-label="Status">
          <Status of={status} tone={postTones[status]} />
        </td>
      </tr>
    ))}
  </Table>
);
