import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../../schema/shared/enums.ts';
import { factoryPosts } from '../../tables/factories.ts';
import { factoryAccountTags } from '../../tables/factory-tags.ts';
import { isDescribed } from './access.ts';

/** The bounds of a history. */
export interface Bounds {
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
  /** Only the UTC days of `from` and `until` count: the reader must not learn the times of measurements. */
  readonly isByDay: boolean;
}

/** Which accounts and posts of a factory are read. */
export interface ReadFilters {
  /** Posts that were published since then, until before the end. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly bounds: Bounds;
  readonly platform: Platform | null;
  readonly tag: number | null;
  readonly accountId: number | null;
  readonly search: string | null;
  /** The search looks into titles and hashtags, too, not only into handles. */
  readonly searchesPosts: boolean;
}

/** A condition on a row of `watched`: the account matches all filters that are of accounts. */
export const isAccountChosen = ({ platform, tag, accountId }: ReadFilters): SQL =>
  allOf([
    platform === null ? null : sql`watched.platform = ${platform}`,
    accountId === null ? null : sql`watched.id = ${accountId}`,
    tag === null
      ? null
      : sql`exists (select from ${factoryAccountTags} where ${factoryAccountTags.accountId} = watched.id and ${factoryAccountTags.tagId} = ${tag})`,
  ]);

/** A condition on a row of `watched`: its handle has the text of the search. */
export const hasHandle = ({ search }: ReadFilters): SQL =>
  contains(sql`'@' || search_text(ltrim(watched.handle, '@'))`, search ?? '');

/** A condition on a row of `watched` and a post of it: the post, or the handle, has the text of the search. Texts that the reader may not see do not match. */
export const isFound = (filters: ReadFilters): SQL => {
  const { search, searchesPosts } = filters;
  if (search === null) return sql`true`;
  if (!searchesPosts) return hasHandle(filters);
  const described = sql`coalesce(${factoryPosts.searchText}, post_search_text(${factoryPosts.title}, ${factoryPosts.hashtags}))`;
  const inPost = contains(described, search);
  return sql`(${hasHandle(filters)} or (${isDescribed} and ${inPost}))`;
};

/** A condition on a post: it was published in the period. */
export const isInPeriod = ({ from, until }: Pick<ReadFilters, 'from' | 'until'>): SQL =>
  allOf([
    from === null ? null : sql`${factoryPosts.publishedAt} >= ${from}`,
    until === null ? null : sql`${factoryPosts.publishedAt} < ${until}`,
  ]);

/** Whether posts of every account match, so that a list can be read by its index alone. */
export const isUnfiltered = ({ platform, tag, accountId, search }: ReadFilters): boolean =>
  platform === null && tag === null && accountId === null && search === null;

/** A condition: the folded text contains the text of a search, which Postgres folds once. Nothing contains a text of ignored marks alone. */
const contains = (text: SQL, part: string): SQL =>
  sql`coalesce(strpos(${text}, (select part from search_text(${part}) part where part not in ('', '@', '#'))) > 0, false)`;

const allOf = (conditions: readonly (SQL | null)[]): SQL => {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
};
