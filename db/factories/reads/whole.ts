import { sql } from 'drizzle-orm/sql/sql';
import { type Query, query } from '../../query.ts';
import type { FactoryReader } from './access.ts';
import { accountsPage, type WatchedAccount } from './accounts.ts';
import type { ReadFilters } from './filters.ts';
import { type PostsPage, postsPage, type WatchedPost } from './posts.ts';
import { type SummaryRecord, summaryOf } from './summary.ts';

export interface WholeRecord extends SummaryRecord {
  readonly accounts: readonly WatchedAccount[];
  /** Null if they were not asked for. */
  readonly posts: readonly WatchedPost[] | null;
}

/** The sums, a page of accounts and a page of posts in one statement; no row if the reader may not see the factory. */
export function wholeOf(
  reader: FactoryReader,
  filters: ReadFilters,
  accounts: Parameters<typeof accountsPage>[1],
  posts: PostsPage | null,
): Query<WholeRecord> {
  const postsJson = posts === null ? sql`null` : sql`(${postsPage(reader, posts).statement.getSQL()})`;
  return query(
    {
      sums: sql<SummaryRecord['sums']>`summary.sums`,
      more: sql<SummaryRecord['more']>`summary.more`,
      definitions: sql<SummaryRecord['definitions']>`summary.definitions`,
      days: sql<SummaryRecord['days']>`summary.days`,
      publications: sql<SummaryRecord['publications']>`summary.publications`,
      accounts: sql<readonly WatchedAccount[]>`(${accountsPage(reader, accounts).statement.getSQL()})`,
      posts: sql<readonly WatchedPost[] | null>`${postsJson}`,
    },
    (columns) => sql`select ${columns} from (${summaryOf(reader, filters).statement.getSQL()}) summary`,
  );
}
