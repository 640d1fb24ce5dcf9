import { postStatuses } from '../../../../../schema/campaigns/campaign-terms.ts';
import { ListOwnPosts } from '../../../../../schema/campaigns/post-operations.ts';
import { platforms } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { exactly, priceOf } from '../../../ui/format.ts';
import { Heading } from '../../frame/frame.tsx';
import { Pager } from '../../frame/pager.tsx';
import { inWords } from '../../frame/status.tsx';
import { page, type View } from '../../page.ts';
import { PostsTable } from './posts-table.tsx';

export default page({
  load: (api, { query }) => api.read(ListOwnPosts, { query: { ...set(query), limit: '20' } }),
  render: ({ data, nextCursor, summary }, view) => ({
    title: 'Posts',
    content: (
      <>
        <Heading title="Posts" about="The posts that you have submitted to campaigns.">
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
          <Filters view={view} />
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

const Filters = ({ view }: { readonly view: View }) => (
  <form method="get" class="filter-bar">
    <Choice
      name="status"
      label="Status"
      all="All"
      chosen={view.query.status}
      choices={postStatuses.map((value) => [value, inWords(value)])}
    />
    <Choice
      name="platform"
      label="Platform"
      all="All"
      chosen={view.query.platform}
      choices={platforms.map((value) => [value, platformNames[value]])}
    />
    <button type="submit" class="secondary">
      Filter
    </button>
  </form>
);

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly chosen: string | undefined;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

const Choice = ({ name, label, all, chosen, choices }: ChoiceProps) => (
  <div class="input">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      <option value="">{all}</option>
      {choices.map(([value, text]) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </div>
);
