import { openDb } from '../../../db/client.ts';
import { recordScan } from '../../../db/factories/scans.ts';
import { dataOf } from '../market/campaigns.ts';
import { factoriesOf } from '../market/factories.ts';
import type { Person } from '../market/people.ts';
import type { OwnMarket } from '../stack/own-market.ts';
import type { RawAccount, RawPost } from './oracle.ts';

const dayMs = 86_400_000;

export interface FactoryWorld {
  readonly owner: Person;
  readonly factoryId: number;
  readonly accounts: readonly RawAccount[];
  readonly posts: readonly RawPost[];
  readonly tagIds: readonly number[];
}

const words = ['Apple', 'banana', 'Cherry', 'date', 'ELDER'];

/** Random factories, whose scans are stored as the job stores them. `random` gives numbers from 0 to 1. */
export function worldsOf({ stack, market }: OwnMarket, random: () => number) {
  const factories = factoriesOf(stack.baseUrl);
  const jobs = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });
  const upTo = (max: number) => Math.floor(random() * (max + 1));
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T;
  const maybe = <T>(value: T): T | null => (random() < 0.2 ? null : value);

  async function aWorld(now: Date): Promise<FactoryWorld> {
    const owner = await factories.anOwner();
    const { id: factoryId } = await factories.aFactory(owner, { intervalHours: 4, trackingDays: 365 });
    await market.pool.query('insert into credit_accounts (owner_id, balance, updated_at) values ($1, 1000000, now())', [
      owner.userId,
    ]);
    await market.pool.query(
      `insert into credit_entries (owner_id, kind, reason, amount, balance_after, reference, granted_by, created_at)
       values ($1, 'CREDIT', 'GRANT', 1000000, 1000000, gen_random_uuid()::text, $1, now())`,
      [owner.userId],
    );
    const tagIds = [
      dataOf(await owner.api.post('/factories/tags', { name: 'One' }), 201).id,
      dataOf(await owner.api.post('/factories/tags', { name: 'Two' }), 201).id,
    ];
    const accountIds: number[] = [];
    for (let n = 0; n <= upTo(3); n += 1) accountIds.push(await anAccount(factoryId, now, n));
    for (const id of accountIds)
      for (const tag of tagIds.filter(() => random() < 0.4))
        await market.pool.query('insert into factory_account_tags (account_id, tag_id) values ($1, $2)', [id, tag]);
    const begin = now.getTime() - 8 * dayMs;
    for (let at = begin + upTo(dayMs); at < now.getTime(); at += 4 * 3_600_000 + upTo(dayMs))
      for (const id of accountIds.filter(() => random() < 0.8)) await scan(id, factoryId, owner.userId, new Date(at));
    if (random() < 0.3)
      await market.pool.query('select factory_forget(array[$1::bigint], $2)', [
        pick(accountIds),
        new Date(begin + upTo(8 * dayMs)),
      ]);
    return { owner, factoryId, tagIds, ...(await rawOf(factoryId)) };
  }

  async function anAccount(factoryId: number, now: Date, n: number): Promise<number> {
    const { id } = await market.one(
      `insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, turn, created_at)
       values ($1, $2, $3, $3, 'ACCOUNT', 'ACTIVE', 0, 'SCAN', $4) returning id::int`,
      [factoryId, pick(['YOUTUBE', 'X']), `${pick(words)}${n}`, now],
    );
    const published = Array.from({ length: upTo(6) }, () => new Date(now.getTime() - upTo(12 * dayMs)));
    await market.pool.query(
      `insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
       select $1, $2, (select platform from factory_accounts where id = $2), $2 || '-' || n, at, $4 from unnest($3::timestamptz[]) with ordinality as p(at, n)`,
      [factoryId, id, published, now],
    );
    return id;
  }

  /** Some of the posts are answered for, each with some counts. */
  async function scan(accountId: number, factoryId: number, ownerId: number, at: Date): Promise<void> {
    const leaseEnd = new Date(at.getTime() + 900_000);
    const { rows } = await market.pool.query(
      'select content_id as "contentId" from factory_posts where account_id = $1 and published_at <= $2 and gone_scans < 3',
      [accountId, at],
    );
    await market.pool.query('update credit_accounts set reserved = reserved + $2 where owner_id = $1', [
      ownerId,
      rows.length,
    ]);
    await market.pool.query(
      `insert into factory_scans (factory_id, owner_id, account_id, held, opened_at, lease_end) values ($1, $2, $3, $4, $5, $6)`,
      [factoryId, ownerId, accountId, rows.length, at, leaseEnd],
    );
    await market.pool.query(`update factory_accounts set turn = 'SCAN', due_at = $2 where id = $1`, [
      accountId,
      leaseEnd,
    ]);
    const readings = rows.filter(() => random() < 0.9).map(({ contentId }) => readingOf(contentId));
    const part = {
      askedUntil: 0,
      nextLease: null,
      source: 'A_SOURCE',
      viewDefinition: null,
      jumpFrom: 1_000,
      jumpFactor: 10,
    };
    await jobs.transaction([recordScan(accountId, readings, part, { leaseEnd, at })]);
  }

  function readingOf(contentId: string) {
    const isGone = random() < 0.05;
    const counts = {
      views: maybe(pick([0, upTo(50), upTo(1e6)])),
      likes: maybe(upTo(900)),
      comments: maybe(upTo(90)),
      saves: maybe(upTo(9)),
    };
    return {
      ...{ contentId, isGone, mediaType: 'VIDEO', durationSeconds: 60, reasons: {} },
      title: maybe(`${pick(words)} ${pick(words)}`),
      hashtags: words.filter(() => random() < 0.2),
      ...(isGone ? { views: null, likes: null, comments: null, saves: null } : counts),
    };
  }

  async function rawOf(factoryId: number): Promise<Pick<FactoryWorld, 'accounts' | 'posts'>> {
    const accounts = await market.pool.query(
      `select id::int, platform, handle, last_scanned_at as "lastScannedAt",
         array(select tag_id::int from factory_account_tags t where t.account_id = a.id) as tags
       from factory_accounts a where factory_id = $1`,
      [factoryId],
    );
    const posts = await market.pool.query(
      `select p.id::int, p.account_id::int as "accountId", p.published_at as "publishedAt", p.last_scanned_at as "lastScannedAt", p.title, p.hashtags,
         coalesce((select json_agg(json_build_object('measuredAt', m.measured_at, 'views', m.views, 'likes', m.likes, 'comments', m.comments, 'saves', m.saves)
           order by m.measured_at) from factory_measurements m where m.post_id = p.id and m.account_id = p.account_id), '[]') as measurements
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

  return { aWorld, pick, upTo };
}
