import type { OwnPostView } from '../../../../../schema/campaigns/posts.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { Measured } from '../../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../../ui/format.ts';
import { Time } from '../../../ui/time.tsx';
import { Status } from '../../frame/status.tsx';
import { Table } from '../../frame/table.tsx';
import { Known } from '../dash.tsx';
import { noViews, postTones, unpaidOf } from './post-words.ts';

interface Props {
  readonly posts: readonly OwnPostView[];
  readonly isFiltered: boolean;
}

export const PostsTable = ({ posts, isFiltered }: Props) =>
  posts.length === 0 ? (
    <div class="card empty-card">
      <strong>{isFiltered ? 'No post matches the filters.' : 'You have submitted no posts.'}</strong>
      <p>{isFiltered ? 'Choose other filters.' : 'Take a campaign offer, publish a post, then submit it.'}</p>
      {!isFiltered && (
        <a class="button secondary" href="/cabinet/offers">
          See the campaign offers
        </a>
      )}
    </div>
  ) : (
    <Table
      columns={[
        'Post',
        'Status',
        'Submitted',
        { number: 'Views' },
        { number: 'Earned' },
        { number: 'Paid' },
        { number: 'To be paid' },
      ]}
    >
      {posts.map((post) => (
        <Row post={post} />
      ))}
    </Table>
  );

const Row = ({ post }: { readonly post: OwnPostView }) => (
  <tr>
    <th scope="row">
      <span>
        <a class="main" href={`/cabinet/posts/${post.id}`} dir="auto">
          {post.campaignTitle}
        </a>
        <span class="under">
          {platformNames[post.platform]} <span dir="auto">{post.handle}</span>
        </span>
      </span>
    </th>
    <td data-label="Status">
      <Status of={post.status} tone={postTones[post.status]} />
    </td>
    <td data-label="Submitted">
      <Time at={post.submittedAt} />
    </td>
    <td data-label="Views" class="number">
      <span>
        <Known value={post.views} show={exactly} why={noViews(post)} />
        <Measured at={post.measuredAt} isInCell />
      </span>
    </td>
    <td data-label="Earned" class="number">
      {priceOf(post.earned)}
    </td>
    <td data-label="Paid" class="number">
      {priceOf(post.paid)}
    </td>
    <td data-label="To be paid" class="number">
      {priceOf(unpaidOf(post))}
    </td>
  </tr>
);
