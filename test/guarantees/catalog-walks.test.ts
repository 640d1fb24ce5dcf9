import { beforeAll, expect, test } from 'vitest';
import { type Shelf, shelfOf } from '../api/catalog/shelf.ts';
import { fc } from '../support/fast-check.ts';
import { depth } from '../support/stack/depth.ts';
import { ownStack } from '../support/stack/own-stack.ts';

let shelf: Shelf;
ownStack(shelfOf, (_, opened) => {
  shelf = opened;
});

const topics = ['chess', 'go', 'music', 'cooking'];
const creators = 24;
beforeAll(async () => {
  for (let n = 0; n < creators; n++)
    await shelf.aCreator({
      topics: topics.filter((_, bit) => ((n * 7) >> bit) & 1),
      geo: n % 3 === 0 ? ['DE'] : ['FR'],
      channels: [{ views: [n] }],
    });
});

const lists = [...topics.map((topic) => `topic=${topic}`), 'geo=de', 'geo=fr'];
const list = fc.constantFrom(...lists);

const walk = fc.record({
  walked: fc.uniqueArray(list, { minLength: 1, maxLength: 3 }),
  others: fc.array(
    fc.oneof(
      list,
      fc.tuple(list, list).map((either) => either.join('\u001f')),
    ),
    { maxLength: 2 },
  ),
  sort: fc.constantFrom('price', 'activity'),
  rows: fc.integer({ min: 1, max: 8 }),
  places: fc.integer({ min: 1, max: 12 }),
  /** The page begins after this creator; the first page begins before everyone. */
  after: fc.option(fc.nat(creators - 1)),
});

/** The creators of a walk, and whether it ended before the page was known to be whole. */
async function walkOf(
  { walked, others, sort, rows, after }: typeof walk extends fc.Arbitrary<infer Walk> ? Walk : never,
  places: number | null,
): Promise<{ ids: string[]; isCut: boolean }> {
  const { rows: found } = await shelf.run(
    `select (w).ids, (w).is_cut as "isCut" from (select catalog_among($1::text[], $2::text[],
      row($2::text[], null, null, null, null, null, null)::search_filter, $3, coalesce(
        (select row(null, c.last_modified, l.min_price, c.creator_id)::search_place
          from catalog_creators c join catalog_lists l on l.creator_id = c.creator_id and l.list = '' order by c.creator_id limit 1 offset $4::int),
        catalog_place(null, row($2::text[], null, null, null, null, null, null)::search_filter, $3)), $5, $6) as w) walks`,
    [walked, others, sort, after ?? creators, rows, places],
  );
  return found[0];
}

test('a walk along lists that is not cut has the page of a walk of any length', async () => {
  const seen = { cut: 0, whole: 0 };
  await fc.assert(
    fc.asyncProperty(walk, async (given) => {
      const [short, long] = [await walkOf(given, given.places), await walkOf(given, null)];
      expect(long.isCut).toBe(false);
      seen[short.isCut ? 'cut' : 'whole'] += 1;
      if (!short.isCut) expect(short.ids).toEqual(long.ids);
    }),
    { numRuns: depth(80, 3_000) },
  );
  expect(Math.min(seen.cut, seen.whole)).toBeGreaterThan(10);
});
