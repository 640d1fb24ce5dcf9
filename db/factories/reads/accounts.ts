import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Sort } from '../../../schema/factories/factory-filters.ts';
import type { AccountSort, FactoryAccountMode, FactoryAccountStatus } from '../../../schema/factories/factory-terms.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { iso, json, jsonList, type Query, query, type TypeOf } from '../../query.ts';
import { factories } from '../../tables/factories.ts';
import { idsInOrder, pageOfWalk, walkedList } from '../../walks.ts';
import { tagsOfAccount } from '../tags.ts';
import { type FactoryReader, isReadFactory, walkOf, watchedBy } from './access.ts';
import { hasHandle, type ReadFilters } from './filters.ts';
import { chosenBy, type HistoryRecord, historyFields } from './summary.ts';
import { countedPosts, type FactorySums, sumsJson } from './sums.ts';

const accountJson = json({
  id: sql<number>`watched.id`,
  platform: sql<Platform>`watched.platform`,
  handle: sql<string>`watched.handle`,
  title: sql<string | null>`case when watched.is_described then watched.title end`,
  avatarUrl: sql<string | null>`case when watched.is_described then watched.avatar_url end`,
  status: sql<FactoryAccountStatus>`watched.status`,
  mode: sql<FactoryAccountMode>`watched.mode`,
  lastScannedAt: sql<string | null>`${iso(sql`watched.last_scanned_at`)}`,
  dueAt: sql<string | null>`${iso(sql`watched.due_at`)}`,
  hiddenBecause: sql<'NOT_GRANTED' | 'WITHHELD' | null>`watched.hidden_because`,
  tags: tagsOfAccount(sql`watched.id`),
  sums: sql<FactorySums>`ranked.sums`,
});
/** An account with the sums of its posts that match, as JSON. */
export type WatchedAccount = TypeOf<typeof accountJson>;

export interface SortedPage<By extends string> {
  readonly sort: Sort<By>;
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** Accounts with the sums of their posts that match, as `summed`. With a search only those with such a post, or whose handle matches. */
const summedBy = (filters: ReadFilters): SQL => sql`post as materialized (${countedPosts(filters)}),
  summed as materialized (select watched.id, ${sumsJson} as sums from chosen watched left join post on post.account_id = watched.id
    group by watched.id ${filters.search === null ? sql`` : sql`, watched.handle having count(post.account_id) > 0 or ${hasHandle(filters)}`})`;

/** What an order compares. */
const keyOf: Readonly<Record<AccountSort | 'handle', SQL>> = {
  views: sql`(summed.sums ->> 'views')::numeric`,
  likes: sql`(summed.sums ->> 'likes')::numeric`,
  comments: sql`(summed.sums ->> 'comments')::numeric`,
  saves: sql`(summed.sums ->> 'saves')::numeric`,
  // As rateOf: rounded half up, so that the order is that of the shown values.
  er: sql`engagement_rate((summed.sums ->> 'completeViews')::numeric, (summed.sums ->> 'completeReactions')::numeric)`,
  posts: sql`(summed.sums ->> 'posts')::int`,
  lastScanned: sql`watched.last_scanned_at`,
  handle: sql`lower(watched.handle)`,
};

/** The accounts that match after the cursor, and one more than the limit; no row if the reader may not see the factory. */
export function accountsPage(
  reader: FactoryReader,
  { sort, limit, cursor, ...filters }: ReadFilters & SortedPage<AccountSort | 'handle'>,
): Query<{ readonly accounts: readonly WatchedAccount[] }> {
  const direction = sort.isDescending ? sql`desc` : sql`asc`;
  const ranked = sql`from summed join watched on watched.id = summed.id`;
  const order = sql`${keyOf[sort.by]} ${direction} nulls last, summed.id ${direction}`;
  const walk = walkOf(reader, 'accounts', { ...filters, sort, limit, cursor });
  const rows = {
    order: idsInOrder(sql`summed.id`, ranked, order),
    row: (id: SQL) => sql`summed where summed.id = (${id})::bigint`,
  };
  const list = jsonList(
    accountJson,
    sql`from page join summed ranked on ranked.id = page.id::bigint join watched on watched.id = ranked.id`,
    sql`page.place`,
  );
  return query(
    { accounts: walkedList(walk, rows, list) },
    (columns) => sql`with ${watchedBy(reader)}, ${chosenBy(filters)}, ${summedBy(filters)}, ${pageOfWalk(walk, rows)}
      select ${columns} from ${factories} where ${isReadFactory(reader)}`,
  );
}

/** One account with the history of its posts; no row if the reader may not see the factory, null if it has no such account. */
export const accountDetail = (
  reader: FactoryReader,
  filters: ReadFilters,
): Query<HistoryRecord & { readonly account: WatchedAccount | null }> =>
  query(
    {
      account: sql<WatchedAccount | null>`(select ${accountJson} from summed ranked join watched on watched.id = ranked.id)`,
      ...historyFields(filters),
    },
    (columns) => sql`with ${watchedBy(reader)}, ${chosenBy(filters)}, ${summedBy(filters)}
      select ${columns} from ${factories} where ${isReadFactory(reader)}`,
  );
