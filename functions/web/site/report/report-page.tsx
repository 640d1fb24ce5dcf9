import type { ReportView } from '../../../../schema/factories/report.ts';
import { Document } from '../../ui/layout.tsx';
import { documentOf } from '../../ui/rendered.ts';
import { AccountsTable } from './accounts-table.tsx';
import { Charts } from './charts.tsx';
import { Empty, Pages, Part } from './lists.tsx';
import { PostsTable } from './posts-table.tsx';
import { ReportFilters } from './report-filters.tsx';
import type { Errors, Values } from './report-form.ts';
import { Tiles } from './tiles.tsx';

export interface ShownReport {
  readonly report: ReportView;
  readonly values: Values;
  readonly errors: Errors;
  /** The orders of the lists, such as -views. */
  readonly sorts: { readonly account: string; readonly post: string };
  /** The addresses of the files. */
  readonly files: { readonly accounts: string; readonly posts: string };
}

/** Renders a report. A hidden field has no heading, no column, no link and no word. */
export function renderReport({ report, values, errors, sorts, files }: ShownReport): string {
  const { factory, summary, accounts, posts } = report;
  const names = new Map(accounts.data.map(({ id, title, handle }) => [id, title ?? handle]));
  const tags = accounts.data.flatMap((account) => account.tags).map(({ id, name }) => [String(id), name] as const);
  const ofFilters = {
    tag: new Map(tags),
    factoryAccountId: new Map([...names].map(([id, name]) => [String(id), name])),
  };
  return documentOf(
    <Document title={`${factory.name} · Report · Castline`} head={<meta name="referrer" content="no-referrer" />}>
      <div class="intro report-intro">
        <p class="small">Shared report</p>
        <h1 dir="auto">{factory.name}</h1>
      </div>
      {Object.keys(errors).length > 0 && (
        <div class="notice" role="alert">
          <p>
            <strong>Please check the filters.</strong> The report ignores filters with mistakes.
          </p>
        </div>
      )}
      <ReportFilters values={values} errors={errors} names={ofFilters} hasPosts={posts !== undefined} />
      <Tiles summary={summary} />
      <Charts summary={summary} />
      <Part id="accounts" title="Accounts" action={accounts.data.length > 0 && <File href={files.accounts} />}>
        {accounts.data.length === 0 ? (
          <Empty what="accounts" values={values} />
        ) : (
          <AccountsTable accounts={accounts.data} sort={sorts.account} values={values} />
        )}
        <Pages list="account" nextCursor={accounts.nextCursor} values={values} />
      </Part>
      {posts !== undefined && (
        <Part id="posts" title="Posts" action={posts.data.length > 0 && <File href={files.posts} />}>
          {posts.data.length === 0 ? (
            <Empty what="posts" values={values} />
          ) : (
            <PostsTable posts={posts.data} accounts={names} sort={sorts.post} values={values} />
          )}
          <Pages list="post" nextCursor={posts.nextCursor} values={values} />
        </Part>
      )}
    </Document>,
  );
}

const File = ({ href }: { readonly href: string }) => (
  <a class="download" href={href} rel="nofollow">
    Download CSV
  </a>
);
