import { afterAll, expect, test } from 'vitest';
import { peopleOf } from '../support/contract/people.ts';
import { marketOf } from '../support/market/market.ts';
import { anAddress, shareLinksOf } from '../support/market/share-links.ts';
import { depth } from '../support/stack/depth.ts';
import { shared } from '../support/stack/shared.ts';
import { aMovingFactory } from '../support/walks/factory-lists.ts';
import { type Listed, pageOf, type Run } from '../support/walks/moving-list.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());
const run: Run = async (text, values = []) =>
  (await market.pool.query(text, [...values])).rows.map(({ id }) => String(id));

type Read = (cursor: string | null) => Promise<ReturnType<typeof pageOf>>;

/** The rows that the first reader sees, while the second one reads the whole list after its rows have moved. */
async function rowsOfFirst(first: Read, second: Read, move: () => Promise<unknown>): Promise<string[]> {
  let page = await first(null);
  const seen = [...page.ids];
  await move();
  for (let cursor = (await second(null)).nextCursor; cursor !== null; ) cursor = (await second(cursor)).nextCursor;
  while (page.nextCursor !== null) {
    page = await first(page.nextCursor);
    seen.push(...page.ids);
  }
  return seen.toSorted();
}

test('each of two visitors of a shared report sees every post once, in the order of its own first page', async () => {
  const { share, read } = shareLinksOf(shared.baseUrl);
  for (let round = 0; round < depth(6, 30); round++) {
    const { owner, factoryId, posts, move } = await aMovingFactory(run);
    const { path } = await share(owner, factoryId);
    const visitor = (): Read => {
      const address = anAddress();
      return async (cursor) => {
        const after = cursor === null ? '' : `&postCursor=${cursor}`;
        const response = await read(`${path}?postSort=-views&limit=3${after}`, address);
        return pageOf((await response.json()).data.posts);
      };
    };
    expect(await rowsOfFirst(visitor(), visitor(), () => move(round + 2))).toEqual(posts.toSorted());
  }
});

test('each of two readers of the page of a report sees every post once, also behind one address and after a change of address', async () => {
  const { share, read } = shareLinksOf(shared.baseUrl);
  for (let round = 0; round < depth(2, 10); round++) {
    const { owner, factoryId, posts, move } = await aMovingFactory(run, 50);
    const { secret } = await share(owner, factoryId);
    const first = `/reports/${secret}?postSort=-views`;
    const office = anAddress();
    /** Reads a page, and returns its posts, with the address of the next page as cursor. */
    const page = async (path: string, address: string) => {
      const html = await (await read(path, address)).text();
      const next = /<a class="button" rel="next" href="([^"#]*)#posts"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      return {
        ids: [...html.matchAll(/row-name" dir="auto">Post (\d+)</g)].map(([, id]) => String(id)),
        nextCursor: next === undefined ? null : `/reports/${secret}${next}`,
      };
    };
    const atOffice: Read = (cursor) => page(cursor ?? first, office);
    const thenElsewhere: Read = (cursor) => page(cursor ?? first, cursor === null ? office : anAddress());
    expect(await rowsOfFirst(thenElsewhere, atOffice, () => move(round + 2))).toEqual(posts.toSorted());
  }
});

test('each of two members of staff who search for the same name sees every user once', async () => {
  const staff = async (begin: string): Promise<Read> => {
    const { twin } = await peopleOf(shared.baseUrl, market).aPerson({ roles: ['STAFF'] });
    return async (cursor) => {
      const after = cursor === null ? '' : `&cursor=${cursor}`;
      return pageOf((await twin.get(`/staff/users?by=NAME&search=${begin}&limit=2${after}`)).body as Listed);
    };
  };
  for (let round = 0; round < depth(4, 20); round++) {
    const begin = `both${round}x${Date.now()}`;
    const ids = await run(
      `insert into users (name, email) select $1 || n, $1 || n || '@castline.example' from generate_series(1, 6) n returning id`,
      [begin],
    );
    const move = () =>
      run(
        `update users set name = $1 || id * 7919 % ${round + 5} || 'x' || id where id = any ($2::bigint[]) returning id`,
        [begin, ids],
      );
    expect(await rowsOfFirst(await staff(begin), await staff(begin), move)).toEqual(ids.toSorted());
  }
});
