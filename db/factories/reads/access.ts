import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../../schema/shared/enums.ts';
import { jsonb } from '../../client.ts';
import { factories, factoryAccounts, factoryPosts } from '../../tables/factories.ts';
import type { Walk } from '../../walks.ts';

/** What a reader may see of a platform. */
export interface PlatformAccess {
  readonly platform: Platform;
  /** Measurements before it are not shown. */
  readonly since: Date;
  /** What was read with the key of the application is shown. */
  readonly isShownByKey: boolean;
  /** Whose grant, or consent, shows what was read under a grant: see factory_shown_since(). Null: it is not shown. */
  readonly grantAccess: 'OWNER' | 'OWN' | 'OTHERS' | null;
  /** Earlier states are shown, too. */
  readonly hasHistory: boolean;
  /** It counts in sums, averages and rates. */
  readonly isAggregated: boolean;
}

/** A factory, and who reads it. */
export interface FactoryReader {
  readonly factoryId: number;
  /** Its owner must be this user; null: anybody's factory. */
  readonly ownerId: number | null;
  /** The reader of a share link. */
  readonly isOther: boolean;
  /** The reader of a share link; empty for the owner. */
  readonly visitor: string;
  readonly access: readonly PlatformAccess[];
  readonly at: Date;
}

/** A condition: the factory is one that the reader may see. */
export const isReadFactory = ({ factoryId, ownerId }: FactoryReader): SQL =>
  sql`${factories.id} = ${factoryId} and ${factories.deletedAt} is null ${ownerId === null ? sql`` : sql`and ${factories.ownerId} = ${ownerId}`}`;

/** A walk through a list of the factory. Readers who may see different metrics may see different orders. */
export const walkOf = <Page extends { readonly limit: number; readonly cursor?: number | undefined }>(
  { factoryId, isOther, visitor, access, at }: FactoryReader,
  name: 'accounts' | 'posts',
  { limit, cursor, ...given }: Page,
): Walk => ({
  subject: `${isOther ? 'report' : 'factory'}:${factoryId}`,
  list: [name, given, access.map(({ since, ...seen }) => seen)],
  ...{ limit, cursor, at, reader: visitor },
});

const accountColumns = sql.join(
  [
    ...[
      factoryAccounts.id,
      factoryAccounts.platform,
      factoryAccounts.handle,
      factoryAccounts.title,
      factoryAccounts.avatarUrl,
      factoryAccounts.status,
    ],
    ...[factoryAccounts.mode, factoryAccounts.posts, factoryAccounts.lastScannedAt, factoryAccounts.dueAt],
  ].map((column) => sql`${column}`),
  sql`, `,
);

/**
 * Selects the accounts of the factory with the time since which the reader may see what was read of them: `since`, `sum_since` for sums and rates, `flags_since` for flags and texts,
 * `history_since` for earlier states, and `sum_history_since`. Null: not at all, and `hidden_because` has the reason. `is_described`: its own title
 * and picture are shown.
 */
const accessOf = (reader: FactoryReader): SQL => {
  // The role of `guest` cannot read who owns a factory, and others need not.
  const owner = reader.isOther ? sql`null::bigint` : sql`${factories.ownerId}`;
  return sql`
  select ${accountColumns}, seen.since, case when rule.is_aggregated then seen.since end as sum_since,
    case when ${isConnected} then seen.since else '-infinity' end as flags_since,
    seen.since is not null and (not ${isConnected} or greatest(${factoryAccounts.createdAt}, ${factoryAccounts.listedAt}) >= seen.since) as is_described,
    case when rule.has_history then seen.since end as history_since,
    case when rule.has_history and rule.is_aggregated then seen.since end as sum_history_since,
    case when seen.since is not null then null
      when ${isConnected} and ${readableSince(sql`'ANY'`, owner)} is null then 'NOT_GRANTED' else 'WITHHELD' end as hidden_because
  from ${factories} join ${factoryAccounts} on ${factoryAccounts.factoryId} = ${factories.id}
  join rule on rule.platform = ${factoryAccounts.platform}
  cross join lateral (select case when not ${isConnected} then case when rule.is_shown_by_key then rule.since end
    when rule.grant_access is not null then ${readableSince(sql`rule.grant_access`, owner)} end as at) readable
  cross join lateral (select case when readable.at is not null then greatest(readable.at, rule.since) end as since) seen
  where ${isReadFactory(reader)}`;
};

const isConnected = sql`(${factoryAccounts.socialAccountId} is not null)`;
const readableSince = (access: SQL, owner: SQL): SQL =>
  sql`factory_shown_since(${factoryAccounts.socialAccountId}, ${owner}, ${access})`;

/** A condition on a row of `watched` and a post of it: the texts of the post are shown. Those that were read under a grant that has ended are not. */
export const isDescribed: SQL = sql`(watched.since is not null and (watched.flags_since = '-infinity'
  or greatest(case when ${factoryPosts.goneScans} = 0 then ${factoryPosts.lastScannedAt} end, ${factoryPosts.viewsAt}, ${factoryPosts.likesAt},
    ${factoryPosts.commentsAt}, ${factoryPosts.savesAt}) >= watched.flags_since))`;

/** The relations `rule` and `watched`, for the `with` of a statement: `watched` are the accounts of the factory, see accessOf. */
export const watchedBy = (reader: FactoryReader): SQL =>
  sql`rule as materialized (${rulesOf(reader)}), watched as materialized (${accessOf(reader)})`;

/**
 * Runs a query for each row of `accounts`, as a relation `own`. The query reads the rows of one account by an index. A plain join would also allow
 * Postgres to read the posts of all factories.
 */
export const ofEachAccount = (accounts: SQL, query: SQL): SQL =>
  sql`${accounts} cross join lateral (with own as materialized (${query}) select * from own) own`;

/** The rules of each platform as rows. */
const rulesOf = ({ access }: FactoryReader): SQL => {
  const rows = access.map((each) => ({
    ...{
      platform: each.platform,
      since: each.since,
      is_shown_by_key: each.isShownByKey,
      grant_access: each.grantAccess,
    },
    ...{ has_history: each.hasHistory, is_aggregated: each.isAggregated },
  }));
  return sql`select * from jsonb_to_recordset(${jsonb(rows)})
    as r(platform text, since timestamptz, is_shown_by_key boolean, grant_access text, has_history boolean, is_aggregated boolean)`;
};
