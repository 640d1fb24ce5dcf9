import { postStatuses } from '../../../../../schema/campaigns/campaign-terms.ts';
import { ListOwnPosts } from '../../../../../schema/campaigns/post-operations.ts';
import { platforms } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { exactly, priceOf } from '../../../ui/format.ts';
import { currencyNote } from '../../frame/currencies.ts';
import { FilterBar, statusFilter } from '../../frame/filter-bar.tsx';
import { Heading } from '../../frame/frame.tsx';
import { Pager } from '../../frame/pager.tsx';
import { page, type View } from '../../page.ts';
import { payTime } from './post-words.ts';
import { PostsTable } from './posts-table.tsx';

export default page({
  load: (api, { query }) => api.read(ListOwnPosts, { query: { ...set(query), limit: '20' } }),
  render: ({ data, nextCursor, summary }, view) => ({
    title: 'Posts',
    content: (
      <>
        <Heading
          title="Posts"
          about={`The posts that you have submitted to campaigns. What they earn is paid to your wallet ${payTime}. ${currencyNote}`}
        >
          <a class="button" href="/cabinet/offers">
            Submit a post
          </a>
        </Heading>
        <dl class="figures part">
          <Figure title="Posts" value={exactly(summary.total)} />
          <Figure title="On moderation" value={exactly(summary.onModeration)} />
          <Figure title="Earned" value={priceOf(summary.earned)} />
        </dl>
        <section class="part" aria-label="List of posts">
          <FilterBar view={view} filters={filters} isEmpty={data.length === 0} />
          <PostsTable posts={data} isFiltered={Object.keys(set(view.query)).length > 0} />
          <Pager nextCursor={nextCursor} view={view} />
        </section>
      </>
    ),
  }),
});

/** The filters that are chosen: a form sends the others as empty texts. */
const set = (query: View['query']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

const Figure = ({ title, value }: { readonly title: string; readonly value: string }) => (
  <div class="card figure-card">
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);

const filters = [
  statusFilter(postStatuses),
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((value) => ({ value, label: platformNames[value] })),
  },
];
