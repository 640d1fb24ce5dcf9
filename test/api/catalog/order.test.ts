import { afterAll, describe, expect, test } from 'vitest';
import { shared } from '../../support/stack/shared.ts';
import { aWord, idsOf, type Shown, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const priced = (cents: number) => [{ services: [{ cents }] }];
const day = (n: number) => new Date(Date.UTC(2026, 3, n));

/** Creators of one topic with the prices 100, 200, …; later ones were active later. */
const aRow = (topic: string, count: number): Promise<Shown[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      shelf.aCreator({ topics: [topic], channels: priced((n + 1) * 10_000), at: day(n + 1) }),
    ),
  );

async function walked(
  query: Readonly<Record<string, string | number>>,
  between: (page: number) => Promise<unknown> = async () => {},
) {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 50; page++) {
    const reply = await shelf.list(cursor === null ? query : { ...query, cursor });
    seen.push(...idsOf(reply));
    cursor = reply.body.nextCursor;
    if (cursor === null) return seen;
    await between(page);
  }
  throw new Error('the list does not end');
}

const idsInOrder = (creators: readonly Shown[]) => creators.map(({ publicId }) => publicId);

describe('catalog order and paging', () => {
  test('the default order is by activity, latest modified first', async () => {
    const topic = aWord();
    const creators = await aRow(topic, 4);
    const latestFirst = idsInOrder(creators).reverse();
    for (const sort of [{}, { sort: 'activity' }, { sort: 'RELEVANCE' }])
      expect(await shelf.listed({ topic, ...sort })).toEqual(latestFirst);
  });

  test('sort=price uses the lowest published price of the creator, whichever service the filters select', async () => {
    const topic = aWord();
    const cheap = {
      platform: 'X',
      services: [
        { type: 'POST', cents: 100 },
        { type: 'POST', cents: 50, isPublished: false },
      ],
    };
    const dear = { platform: 'TWITCH', services: [{ cents: 90_000 }] };
    const low = await shelf.aCreator({ topics: [topic], channels: [dear, cheap] });
    const high = await shelf.aCreator({
      topics: [topic],
      channels: [{ platform: 'TWITCH', services: [{ cents: 20_000 }] }],
    });
    expect(await shelf.listed({ topic, sort: 'price', platform: 'TWITCH' })).toEqual([low.publicId, high.publicId]);
    const { body } = await shelf.list({ topic, sort: 'price', platform: 'TWITCH', limit: 1 });
    expect(body.nextCursor).toBe(low.publicId);
    expect(await shelf.listed({ topic, sort: 'price', platform: 'TWITCH', limit: 1, cursor: low.publicId })).toEqual([
      high.publicId,
    ]);
  });

  test.each([1, 2, 3, 7, 100])('pages of %i return every creator once, in order, and end with null', async (limit) => {
    const topic = aWord();
    const creators = await aRow(topic, 7);
    expect(await walked({ topic, sort: 'price', limit })).toEqual(idsInOrder(creators));
    expect(await walked({ topic, limit })).toEqual(idsInOrder(creators).reverse());
    const found = await walked({ q: topic, limit });
    expect(found).toEqual(idsInOrder(creators).reverse());
  });

  test('paging returns each remaining creator once while others arrive, leave and change', async () => {
    const topic = aWord();
    const creators = await aRow(topic, 9);
    const stay = creators.filter((_, n) => n % 3 !== 1);
    const leave = creators.filter((_, n) => n % 3 === 1);
    const seen = await walked({ topic, sort: 'price', limit: 2 }, async (page) => {
      const gone = leave[page];
      if (gone) {
        await shelf.run('update users set suspended_at = now() where id = $1', [gone.id]);
        await shelf.refresh(gone.id);
      }
      await shelf.aCreator({ topics: [topic], channels: priced(5_000 + page) });
    });
    expect(seen.filter((id) => idsInOrder(stay).includes(id))).toEqual(idsInOrder(stay));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each(['price', 'activity', 'relevance'])(
    'a cursor of a creator who left resumes at the former position, by %s',
    async (sort) => {
      const topic = aWord();
      await aRow(topic, 5);
      const order = await walked({ q: topic, sort });
      const [, left = ''] = order;
      await shelf.run(
        `update creator_pages set status = 'UNPUBLISHED' where creator_id = (select user_id from creators where public_id = $1)`,
        [left],
      );
      await shelf.run('select catalog_refresh(user_id, now()) from creators where public_id = $1', [left]);
      expect(await shelf.listed({ q: topic, sort, cursor: left })).toEqual(order.slice(2));
    },
  );

  test.each([
    ['price', 'topic'],
    ['activity', 'topic'],
    ['price', 'q'],
    ['activity', 'q'],
    ['relevance', 'q'],
  ])(
    'a cursor resumes at the position before the change, by %s, when its creator no longer matches %s',
    async (sort, by) => {
      const topic = aWord();
      await aRow(topic, 5);
      const order = await walked({ [by]: topic, sort });
      const [, changed = ''] = order;
      await shelf.run(
        `update creator_pages set published_profile = jsonb_set(published_profile, '{topics}', '[]')
       where creator_id = (select user_id from creators where public_id = $1)`,
        [changed],
      );
      await shelf.run('select catalog_refresh(user_id, now()) from creators where public_id = $1', [changed]);
      expect(await shelf.listed({ [by]: topic, sort, cursor: changed })).toEqual(order.slice(2));
    },
  );

  test('a cursor by relevance of a creator whom the filter no longer selects resumes at the former position', async () => {
    const [word, topic] = [aWord(), aWord()];
    for (let n = 1; n <= 4; n++) await shelf.aCreator({ name: `Mx ${word}`, topics: [topic], at: day(n) });
    const query = { q: word, topic, sort: 'relevance' };
    const order = await walked(query);
    const [, changed = ''] = order;
    await shelf.run(
      `update creator_pages set published_profile = jsonb_set(published_profile, '{topics}', '[]')
       where creator_id = (select user_id from creators where public_id = $1)`,
      [changed],
    );
    await shelf.run('select catalog_refresh(user_id, now()) from creators where public_id = $1', [changed]);
    expect(await shelf.listed({ ...query, cursor: changed })).toEqual(order.slice(2));
  });

  test('a cursor that the filters exclude resumes at the position of its creator', async () => {
    const topic = aWord();
    const [first, second, third] = await aRow(topic, 3);
    expect(await shelf.listed({ topic, sort: 'price', minPriceCents: 20_000, cursor: first?.publicId ?? '' })).toEqual(
      idsInOrder([second, third].filter((creator) => creator !== undefined)),
    );
  });

  test('a cursor by relevance of a creator who never matched skips nobody', async () => {
    const topic = aWord();
    const creators = await aRow(topic, 3);
    const [other] = await aRow(aWord(), 5).then((row) => row.slice(-1));
    expect(await shelf.listed({ q: topic, sort: 'relevance', cursor: other?.publicId ?? '' })).toEqual(
      idsInOrder(creators).reverse(),
    );
  });

  test.each(['0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e', 'no-uuid', '', '42'])(
    'the cursor "%s" is refused because it was never in the list',
    async (cursor) => {
      for (const query of [{}, { topic: 'any' }, { q: 'any' }, { q: 'any', sort: 'price' }]) {
        const { status, body } = await shelf.list({ ...query, cursor });
        expect([status, body.code]).toEqual([400, 'INVALID_CURSOR']);
      }
    },
  );

  test('a cursor of a creator who was never published is refused', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [topic], channels: [] });
    expect((await shelf.list({ cursor: publicId })).body.code).toBe('INVALID_CURSOR');
  });

  test('the price sort orders prices of a million cents and of one cent correctly', async () => {
    const topic = aWord();
    const dear = await shelf.aCreator({ topics: [topic], channels: priced(99_999_999) });
    const cheap = await shelf.aCreator({ topics: [topic], channels: priced(1) });
    expect(await shelf.listed({ topic, sort: 'price' })).toEqual([cheap.publicId, dear.publicId]);
    expect(await shelf.listed({ topic, minPriceCents: 99_999_999 })).toEqual([dear.publicId]);
    expect(await shelf.listed({ topic, maxPriceCents: 1 })).toEqual([cheap.publicId]);
  });
});
