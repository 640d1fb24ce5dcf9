import type { Market } from '../market/market.ts';

/** The filters of a read. */
export interface Query {
  readonly from?: string;
  readonly to?: string;
  readonly platform?: string;
  readonly search?: string;
  readonly tag?: number;
  readonly factoryAccountId?: number;
}

export interface RawMeasurement {
  readonly measuredAt: Date;
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly saves: number | null;
  readonly viewDefinition: string | null;
}
export interface RawPost {
  readonly id: number;
  readonly accountId: number;
  readonly publishedAt: Date;
  readonly lastScannedAt: Date | null;
  readonly title: string | null;
  readonly hashtags: readonly string[];
  readonly measurements: readonly RawMeasurement[];
}
export interface RawAccount {
  readonly id: number;
  readonly platform: string;
  readonly handle: string;
  readonly lastScannedAt: Date | null;
  readonly tags: readonly number[];
}

export interface RawFactory {
  readonly accounts: readonly RawAccount[];
  readonly posts: readonly RawPost[];
}

/** The accounts and posts of a factory with their raw measurements that have a count, the oldest first. */
export async function rawOf({ pool }: Pick<Market, 'pool'>, factoryId: number): Promise<RawFactory> {
  const accounts = await pool.query(
    `select id::int, platform, handle, last_scanned_at as "lastScannedAt",
       array(select tag_id::int from factory_account_tags t where t.account_id = a.id) as tags
     from factory_accounts a where factory_id = $1`,
    [factoryId],
  );
  const posts = await pool.query(
    `select p.id::int, p.account_id::int as "accountId", p.published_at as "publishedAt", p.last_scanned_at as "lastScannedAt", p.title, p.hashtags,
       coalesce((select json_agg(json_build_object('measuredAt', m.measured_at, 'views', m.views, 'likes', m.likes, 'comments', m.comments, 'saves', m.saves, 'viewDefinition', m.view_definition)
         order by m.measured_at) from factory_measurements m where m.post_id = p.id and m.account_id = p.account_id
             and num_nonnulls(m.views, m.likes, m.comments, m.saves) > 0), '[]') as measurements
     from factory_posts p where factory_id = $1`,
    [factoryId],
  );
  return {
    accounts: accounts.rows,
    posts: posts.rows.map((post) => ({
      ...post,
      measurements: post.measurements.map((each: { measuredAt: string }) => ({
        ...each,
        measuredAt: new Date(each.measuredAt),
      })),
    })),
  };
}
