import type { ReportPost } from '../../../../schema/factories/report-rows.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Spark } from '../charts/spark.tsx';
import { Unknown } from '../charts/unknown.tsx';
import { Day } from '../day.tsx';
import { outward } from '../outward.ts';
import { Cells, type CounterName, columnsOf, countersIn } from './cells.tsx';
import { type Column, Head, Scroll } from './lists.tsx';
import type { Values } from './report-form.ts';
import { flagWords, lengthOf, reasonWords, shortReasons } from './words.ts';

interface TableProps {
  readonly posts: readonly ReportPost[];
  /** The names of the accounts that the page shows, by id. */
  readonly accounts: ReadonlyMap<number, string>;
  readonly sort: string;
  readonly values: Values;
}

const trends = ['views', 'likes', 'comments', 'saves'] as const;

/** The posts of a report. A column that the report hides is absent. */
export const PostsTable = ({ posts, accounts, sort, values }: TableProps) => {
  const shown = countersIn(posts);
  const trend = trends.find((name) => shown.some((counter) => counter.name === name));
  const hasTimes = posts[0]?.lastScannedAt !== undefined;
  const columns: Column[] = [
    { title: 'Post' },
    { title: 'Published', sort: 'publishedAt' },
    ...(trend === undefined ? [] : [{ title: `Trend of ${trend}` }]),
    ...columnsOf(shown),
    ...(hasTimes ? [{ title: 'Last scan', sort: 'lastScanned' }] : []),
  ];
  return (
    <>
      <Scroll label="Table of posts">
        <table class="measured stacked sortable">
          <caption class="unseen">Posts with their last known values</caption>
          <Head list="post" columns={columns} sort={sort} values={values} />
          <tbody>
            {posts.map((post) => (
              <tr>
                <Name post={post} account={accounts.get(post.factoryAccountId)} />
                <td data-label="Published">
                  <Day at={post.publishedAt} />
                </td>
                {trend !== undefined && (
                  <td data-label={`Trend of ${trend}`}>
                    <Spark values={post.history.map((point) => point[trend] ?? null)} />
                  </td>
                )}
                <Cells metrics={post.metrics} shown={shown} why={(name) => whyOf(post, name)} />
                {post.lastScannedAt !== undefined && (
                  <td data-label="Last scan">
                    {post.lastScannedAt === null ? <Unknown why="not scanned yet" /> : <Day at={post.lastScannedAt} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <Legend posts={posts} />
    </>
  );
};

const Name = ({ post, account }: { readonly post: ReportPost; readonly account: string | undefined }) => {
  const { url, title, hashtags, platform, durationSeconds, flags } = post;
  const link = url === null ? undefined : outward(url);
  const name = title ?? hashtags.map((tag) => `#${tag}`).join(' ');
  const said = name === '' ? `Post ${post.id}` : name;
  return (
    <th scope="row">
      {link === undefined ? (
        <span class="row-name" dir="auto">
          {said}
        </span>
      ) : (
        <a class="row-name" dir="auto" href={link} rel="noopener noreferrer nofollow">
          {said}
        </a>
      )}
      <span class="why" dir="auto">
        {platformNames[platform]}
        {account !== undefined && ` · ${account}`}
        {durationSeconds !== null && ` · ${lengthOf(durationSeconds)}`}
      </span>
      {flags.length > 0 && (
        <span class="tags">
          {flags.map(({ flag, at }) => (
            <span class="tag strong">
              {flagWords[flag]}
              {at !== undefined && (
                <>
                  , <Day at={at} />
                </>
              )}
            </span>
          ))}
        </span>
      )}
    </th>
  );
};

/** The engagement rate needs views, likes and comments. */
function whyOf({ reasons }: ReportPost, name: CounterName): string | undefined {
  const sources = name === 'er' ? (['views', 'likes', 'comments'] as const) : [name];
  const why = sources.flatMap((source) => {
    const { [source]: reason } = reasons;
    return reason === undefined ? [] : [name === 'er' ? `${source} ${shortReasons[reason]}` : shortReasons[reason]];
  });
  return why[0];
}

/** What the short reasons in the table mean. */
const Legend = ({ posts }: Pick<TableProps, 'posts'>) => {
  const given = new Set(
    posts.flatMap(({ reasons }) => Object.values(reasons).filter((reason) => reason !== undefined)),
  );
  if (given.size === 0) return null;
  return (
    <p class="quiet small legend">
      {[...given].map((reason) => `${shortReasons[reason]}: ${reasonWords[reason]}`).join('; ')}.
    </p>
  );
};
