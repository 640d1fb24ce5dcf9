import type { ReportView } from '../../../../schema/factories/report-shape.ts';
import { AccountsTable } from './accounts-table.tsx';
import { Charts } from './charts.tsx';
import { Empty, Pages, Part } from './lists.tsx';
import { PostsTable } from './posts-table.tsx';
import { ReportFilters } from './report-filters.tsx';
import type { Errors, Values } from './report-form.ts';
import { Tiles } from './tiles.tsx';

export interface ShownReport {
  readonly report: Omit<ReportView, 'factory'>;
  readonly values: Values;
  readonly errors: Errors;
  /** The orders of the lists, such as -views. */
  readonly sorts: { readonly account: string; readonly post: string };
  /** The addresses of the files; null without them. */
  readonly files: { readonly accounts: string; readonly posts: string } | null;
}

/** The parts of a report. A hidden field has no heading, no column, no link and no word. */
export const ReportContent = ({ report, values, errors, sorts, files }: ShownReport) => {
  const { summary, accounts, posts } = report;
  const names = new Map(accounts.data.map(({ id, title, handle }) => [id, title ?? handle]));
  const tags = accounts.data.flatMap((account) => account.tags).map(({ id, name }) => [String(id), name] as const);
  const ofFilters = {
    tag: new Map(tags),
    factoryAccountId: new Map([...names].map(([id, name]) => [String(id), name])),
  };
  return (
    <>
      {Object.keys(errors).length > 0 && (
        <div class="notice" role="alert">
          <p>
            <strong>Please check the filters.</strong> The report ignores filters with mistakes.
          </p>
        </div>
      )}
      <ReportFilters values={values} errors={errors} names={ofFilters} hasPosts={posts !== undefined} />
      <Tiles summary={summary} />
      {(values.from ?? values.to) !== undefined && (
        <p class="quiet small">
          The summary and the lists have the posts that were published on these days. The charts show these days, and
          also count posts that were published earlier.
        </p>
      )}
      <Charts summary={summary} />
      <Part
        id="accounts"
        title="Accounts"
        action={accounts.data.length > 0 && files !== null && <File href={files.accounts} />}
      >
        {accounts.data.length === 0 ? (
          <Empty what="accounts" values={values} />
        ) : (
          <AccountsTable accounts={accounts.data} sort={sorts.account} values={values} />
        )}
        <Pages list="account" nextCursor={accounts.nextCursor} values={values} />
      </Part>
      {posts !== undefined && (
        <Part id="posts" title="Posts" action={posts.data.length > 0 && files !== null && <File href={files.posts} />}>
          {posts.data.length === 0 ? (
            <Empty what="posts" values={values} />
          ) : (
            <PostsTable posts={posts.data} accounts={names} sort={sorts.post} values={values} />
          )}
          <Pages list="post" nextCursor={posts.nextCursor} values={values} />
        </Part>
      )}
    </>
  );
};

const File = ({ href }: { readonly href: string }) => (
  <a class="download" href={href} rel="nofollow">
    Download CSV
  </a>
);
