import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shared } from '../../support/stack/shared.ts';
import { aWord, type CreatorSpec, type Shown, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const topic = aWord();
let zoe: Shown;
let handle: Shown;
let titled: Shown;

beforeAll(async () => {
  zoe = await shelf.aCreator({ name: 'Zoë Brzęczyszkiewicz', topics: [topic, 'Underwater Pottery'] });
  handle = await shelf.aCreator({ name: 'Kim', topics: [topic], channels: [{ handle: 'quokka_diaries' }] });
  titled = await shelf.aCreator({ topics: [topic], channels: [{ services: [{ title: 'Hovercraft unboxing' }] }] });
});

/** Creators of other tests have none of these words, and the topic excludes the rest. */
const found = (q: string) => shelf.listed({ q, topic });

describe('the catalog search', () => {
  test.each([
    ['a name', 'Brzęczyszkiewicz'],
    ['a name without accents', 'zoe brzeczyszkiewicz'],
    ['a prefix of a name', 'brzecz'],
    ['a misspelt name', 'brzeczyskiewicz'],
    ['a topic', 'underwater'],
    ['a word within a topic', 'POTTERY'],
    ['a misspelt topic', 'underwatr'],
    ['several words in any order', 'pottery zoe'],
    ['a prefix among several words', 'pott zoë'],
  ])('finds a creator by %s', async (_, q) => {
    expect(await found(q)).toEqual([zoe.publicId]);
  });

  test.each(['quokka_diaries', '@quokka_diaries', 'quokka', 'diaries quokka', 'quokkadiaries', 'quokkad', 'qokka'])(
    'finds the handle quokka_diaries by %s',
    async (q) => {
      expect(await found(q)).toEqual([handle.publicId]);
    },
  );

  test.each(['hovercraft', 'unboxing hovercraft', 'hoverc', 'hovercaft'])(
    'finds the title of a service by %s',
    async (q) => {
      expect(await found(q)).toEqual([titled.publicId]);
    },
  );

  test('requires every word to match', async () => {
    expect(await found('zoe hovercraft')).toEqual([]);
    expect(await found('zoe xqwzkvj')).toEqual([]);
  });

  test('finds nobody for a query without a word, and ignores an empty query', async () => {
    expect(await found('!!! ---')).toEqual([]);
    expect((await shelf.listed({ q: '  ', topic })).length).toBe(3);
  });

  test.each(['\u064e\u064b', '\u0301\u0301', '@\u064e'])(
    'a query of marks that every search ignores finds nobody (%j)',
    async (q) => {
      expect(await found(q)).toEqual([]);
    },
  );

  test.each(['\u{20001}', '\u{20000}', '\u{20bb7}'])(
    'one rare ideograph, outside of the basic plane, finds the name that has it among others (%s)',
    async (q) => {
      const own = aWord();
      const { publicId } = await shelf.aCreator({ name: '\u{20000}\u{20001} \u{20bb7}\u91ce\u5bb6', topics: [own] });
      expect(await shelf.listed({ q, topic: own })).toEqual([publicId]);
    },
  );

  test('ranks names first, then topics, bios and titles, then prefixes and misspellings; price and activity keep their order', async () => {
    const word = aWord();
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    const ranked: readonly CreatorSpec[] = [
      { name: `Mx ${word}`, at: at(1) },
      { topics: [word], at: at(2) },
      { bio: `All about ${word}.`, at: at(3) },
      { channels: [{ services: [{ title: `A ${word} review` }] }], at: at(4) },
      { name: `${word}xx`, at: at(5) },
      { topics: [`${word}zz`], at: at(6) },
      { channels: [{ services: [{ title: `${word}zy` }] }], at: at(7) },
    ];
    const ids: string[] = [];
    for (const [n, spec] of ranked.entries()) {
      const [{ services: [service = {}] = [] } = {}] = spec.channels ?? [];
      const channels = [{ services: [{ ...service, cents: 100 * (ranked.length - n) }] }];
      ids.push((await shelf.aCreator({ ...spec, channels })).publicId);
    }
    expect(await shelf.listed({ q: word })).toEqual(ids);
    expect(await shelf.listed({ q: word, sort: 'price' })).toEqual([...ids].reverse());
    expect(await shelf.listed({ q: word, sort: 'activity' })).toEqual([...ids].reverse());
    for (const [n, cursor] of ids.entries())
      expect(await shelf.listed({ q: word, limit: 1, cursor })).toEqual(ids.slice(n + 1, n + 2));
  });

  test('ranks a creator by its worst matching word', async () => {
    const [one, other] = [aWord(), aWord()];
    const both = await shelf.aCreator({ topics: [one, other], at: new Date(Date.UTC(2026, 3, 1)) });
    const uneven = await shelf.aCreator({
      name: one,
      channels: [{ services: [{ title: other }] }],
      at: new Date(Date.UTC(2026, 3, 2)),
    });
    expect(await shelf.listed({ q: `${one} ${other}` })).toEqual([both.publicId, uneven.publicId]);
  });

  test('combines with the other filters', async () => {
    const word = aWord();
    const { publicId } = await shelf.aCreator({
      name: word,
      channels: [{ platform: 'KICK', services: [{ cents: 5_000 }] }],
    });
    expect(await shelf.listed({ q: word, platform: 'kick', maxPriceCents: 5_000 })).toEqual([publicId]);
    expect(await shelf.listed({ q: word, platform: 'x' })).toEqual([]);
    expect(await shelf.listed({ q: word, minPriceCents: 5_001 })).toEqual([]);
  });

  test('ignores words of drafts and titles of unpublished services', async () => {
    const [draft, title] = [aWord(), aWord()];
    const { id } = await shelf.aCreator({ channels: [{ services: [{}, { title, isPublished: false }] }] });
    await shelf.run('update creators set display_name = $2 where user_id = $1', [id, draft]);
    await shelf.refresh(id);
    for (const q of [draft, title]) expect(await shelf.listed({ q })).toEqual([]);
  });
});
