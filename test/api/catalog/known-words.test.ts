import { afterAll, describe, expect, test } from 'vitest';
import { depth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, type Shown, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const idsOf = (creators: readonly Shown[]) => creators.map(({ publicId }) => publicId);
const isKnown = async (word: string) =>
  (await shelf.run('select from catalog_words where word = $1', [word])).rowCount === 1;

/** A different query each time, because a cached answer can be one second old. */
let limit = 100;
const listed = (query: Readonly<Record<string, string>>) => shelf.listed({ ...query, limit: limit-- });

async function unpublish({ id }: Shown): Promise<void> {
  await shelf.run(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [id]);
  await shelf.refresh(id);
}
async function publish({ id }: Shown): Promise<void> {
  await shelf.run(`update creator_pages set status = 'PUBLISHED' where creator_id = $1`, [id]);
  await shelf.refresh(id);
}

/** A misspelling of the word, which is long enough for two edits. */
const typoOf = (word: string) => `${word.slice(0, 5)}z${word.slice(5)}`;

describe('the search dictionary', () => {
  test('drops the words of an unpublished creator unless another creator has them', async () => {
    const [own, common] = [aWord(), aWord()];
    const leaving = await shelf.aCreator({ name: own, topics: [common] });
    const staying = await shelf.aCreator({ topics: [common] });
    expect([await isKnown(own), await isKnown(common)]).toEqual([true, true]);
    await unpublish(leaving);
    expect([await isKnown(own), await isKnown(common)]).toEqual([false, true]);
    expect(await listed({ q: common.slice(0, 8) })).toEqual([staying.publicId]);
    await unpublish(staying);
    expect(await isKnown(common)).toBe(false);
  });

  test('finds every creator with a given prefix after other creators were published and unpublished', async () => {
    const start = aWord();
    const creators: Shown[] = [];
    for (let n = 0; n < 24; n++) creators.push(await shelf.aCreator({ channels: [{ handle: `${start}${n}` }] }));
    expect((await listed({ q: start })).sort()).toEqual(idsOf(creators).sort());
    for (const creator of creators.slice(0, 18)) await unpublish(creator);
    expect((await listed({ q: start })).sort()).toEqual(idsOf(creators.slice(18)).sort());
  });

  test('returns each creator once on a paged prefix search, and ends', async () => {
    const start = aWord();
    const creators: Shown[] = [];
    for (let n = 0; n < 22; n++) creators.push(await shelf.aCreator({ topics: [`${start}${n}`, `${start}${n + 1}`] }));
    for (const limit of [1, 5]) {
      const met: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await shelf.list({ q: start, limit, ...(cursor && { cursor }) });
        met.push(...idsOf(body.data));
        cursor = body.nextCursor;
      } while (cursor !== null && met.length <= creators.length);
      expect(met.length).toBe(creators.length);
      expect(new Set(met)).toEqual(new Set(idsOf(creators)));
    }
  });

  test('finds creators despite junk words with the same prefix, during and after their publication', async () => {
    const start = aWord();
    const real = await shelf.aCreator({ name: `${start}ing` });
    const junk = await shelf.aCreator({ topics: Array.from({ length: 10 }, (_, n) => `${start}${n}`) });
    expect(await listed({ q: start })).toEqual(idsOf([real, junk]));
    await unpublish(junk);
    expect(await listed({ q: start })).toEqual([real.publicId]);
  });

  test('ranks an exact match of a published misspelling first, and still finds the correct word', async () => {
    const word = aWord();
    const real = await shelf.aCreator({ topics: [word] });
    const typo = typoOf(word);
    expect(await listed({ q: typo })).toEqual([real.publicId]);
    const misspelt = await shelf.aCreator({ topics: [typo] });
    expect(await listed({ q: typo })).toEqual(idsOf([misspelt, real]));
    expect(await listed({ q: word })).toEqual([real.publicId]);
  });

  test('does not treat a short word with another meaning as a misspelling', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic, 'car games'] });
    expect(await listed({ q: 'cat', topic })).toEqual([]);
  });

  test('keeps a word exactly while a creator has it, under concurrent publications and withdrawals', async () => {
    const word = aWord();
    const creators: Shown[] = [];
    for (let n = 0; n < 4; n++) creators.push(await shelf.aCreator({ topics: [word, aWord()] }));
    for (let round = 0; round < depth(6, 100); round++) {
      const stay = round % 2 === 0 ? [] : creators.slice(0, 1 + (round % 3));
      await Promise.all(creators.map((creator) => (stay.includes(creator) ? publish(creator) : unpublish(creator))));
      expect(await isKnown(word)).toBe(stay.length > 0);
    }
  });
});
