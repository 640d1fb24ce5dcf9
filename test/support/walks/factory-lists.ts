import type { Reply } from '../client.ts';
import { aPerson, type Person } from '../market/people.ts';
import { anAddress, shareLinksOf } from '../market/share-links.ts';
import { shared } from '../stack/shared.ts';
import { type MovingList, pageOf, pathOf, type Run, size } from './moving-list.ts';

const { share, read } = shareLinksOf(shared.baseUrl);

export interface MovingFactory {
  readonly owner: Person;
  readonly factoryId: number;
  readonly accounts: readonly string[];
  readonly posts: readonly string[];
  move(step: number): Promise<unknown>;
}

/** A factory of accounts with posts. Some of the posts were published at the same time. */
export async function aMovingFactory(run: Run, rows = size): Promise<MovingFactory> {
  const owner = await aPerson(shared.baseUrl, { roles: ['ADVERTISER'] });
  const [factoryId] = await run(
    `insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
     values ($1, 'A factory', 24, 30, now(), now()) returning id`,
    [owner.userId],
  );
  const accounts = await run(
    `insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, created_at)
     select $1, 'YOUTUBE', 'walked' || n, 'c' || n, 'ACCOUNT', 'ACTIVE', 1, now() from generate_series(1, $2::int) n returning id`,
    [factoryId, Math.min(rows, 500)],
  );
  const posts = await run(
    `insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
     select a.factory_id, a.id, 'YOUTUBE', 'v' || a.id || '-' || n, now() - (a.id % 4 + n) * interval '1 hour', now()
     from factory_accounts a, generate_series(1, $2::int) n where a.factory_id = $1 returning id`,
    [factoryId, Math.ceil(rows / 500)],
  );
  const move = (step: number) => run(movedPosts, [factoryId, step]);
  await move(1);
  return { owner, factoryId: Number(factoryId), accounts, posts, move };
}

/** A quarter of the values is unknown. */
const value = (divisor: number): string => {
  const random = `(id * $2::bigint * 7919 / ${divisor})`;
  return `case when ${random} % 4 > 0 then ${random} % 97 end`;
};
const movedPosts = `
  with moved as (
    select id, account_id, ${value(1)} as v, ${value(3)} as l, ${value(5)} as c, ${value(7)} as s from factory_posts where factory_id = $1),
  posts as (
    update factory_posts p set views = v, views_at = case when v is not null then now() end, likes = l, likes_at = case when l is not null then now() end,
      comments = c, comments_at = case when c is not null then now() end, saves = s, saves_at = case when s is not null then now() end,
      complete_views = case when num_nulls(v, l, c) = 0 then v end, complete_reactions = case when num_nulls(v, l, c) = 0 then l + c end,
      complete_at = case when num_nulls(v, l, c) = 0 then now() end, last_scanned_at = now() - coalesce(v, 0) * interval '1 minute'
    from moved m where m.id = p.id)
  update factory_accounts a set last_scanned_at = now() - coalesce(v, 0) * interval '1 minute', handle = coalesce(l, 50) || 'walked' || a.id
  from moved m where m.account_id = a.id returning a.id`;

type Kind = 'accounts' | 'posts';

const rowsOf = (run: Run, kind: Kind, { accounts, posts, move }: MovingFactory): Omit<MovingList, 'page'> => ({
  ids: kind === 'accounts' ? accounts : posts,
  move,
  async remove(id) {
    await run(`delete from factory_posts where ${kind === 'accounts' ? 'account_id' : 'id'} = $1 returning id`, [id]);
    if (kind === 'accounts') await run('delete from factory_accounts where id = $1 returning id', [id]);
  },
});

/** The accounts, or the posts, of a factory. */
export async function listOfFactory(run: Run, kind: Kind, sort: string): Promise<MovingList> {
  const own = await aMovingFactory(run);
  const path = `/factories/${own.factoryId}/${kind}?${sort}`;
  return {
    ...rowsOf(run, kind, own),
    page: async (cursor) => pageOf((await own.owner.keyed.get(`${path}&${pathOf(cursor)}`)).body),
  };
}

/** Opens a page with both lists, and returns how it is read. */
type Open = (own: MovingFactory) => Promise<(query: string) => Promise<Reply['body']>>;

/** One of the two lists of a page. */
export async function listOfPage(run: Run, kind: Kind, sort: string, open: Open): Promise<MovingList> {
  const own = await aMovingFactory(run);
  const get = await open(own);
  const name = kind === 'accounts' ? 'accountCursor' : 'postCursor';
  return {
    ...rowsOf(run, kind, own),
    page: async (cursor) => pageOf((await get(`${sort}&${pathOf(cursor, name)}`)).data[kind]),
  };
}

export const dashboard: Open =
  async ({ owner, factoryId }) =>
  async (query) =>
    (await owner.api.get(`/factories/${factoryId}/dashboard?${query}`)).body;

export const preview: Open =
  async ({ owner, factoryId }) =>
  async (query) =>
    (await owner.api.get(`/factories/${factoryId}/report?${query}`)).body;

export const report =
  (...hiddenFields: readonly string[]): Open =>
  async ({ owner, factoryId }) => {
    const { path } = await share(owner, factoryId, { hiddenFields });
    return async (query) => (await read(`${path}?${query}`, anAddress())).json();
  };
