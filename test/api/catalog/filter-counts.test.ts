import { afterAll, describe, expect, test } from 'vitest';
import { CountCatalogFilters, closedFilters, countedValues } from '../../../schema/catalog/filter-counts.ts';
import { clientOf } from '../../support/client.ts';
import { wordsOf } from '../../support/html.ts';
import { shared } from '../../support/stack/shared.ts';
import { shelfOf } from './shelf.ts';

const { baseUrl } = shared;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const anyone = clientOf(baseUrl, null, '');
afterAll(() => shelf.close());

const read = async () => {
  const { status, body } = await anyone.get('/api/v1/creator-catalog/filters');
  expect(status).toBe(200);
  return CountCatalogFilters.answer().parse(body).data;
};

/** Name=value of every filter, with its count. */
async function counts(): Promise<ReadonlyMap<string, number>> {
  const { creators, filters } = await read();
  const each = filters.flatMap(({ name, values }) =>
    values.map(({ value, creators: count }) => [`${name}=${value}`, count] as const),
  );
  return new Map([['', creators], ...each]);
}

/** The number of creators in the pages of the catalog with this query. */
async function listed(query: string): Promise<number> {
  let total = 0;
  let cursor = '';
  do {
    const { body } = await anyone.get(`/api/v1/creator-catalog?limit=100&${query}${cursor}`);
    const page = body as { readonly data: readonly unknown[]; readonly nextCursor: string | null };
    total += page.data.length;
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return total;
}

const aCreator = () =>
  shelf.aCreator({
    languages: ['pt-BR'],
    channels: [
      {
        ...{ platform: 'TWITCH', account: {}, audiences: [{ geo: { BR: 0.6, DE: 0 } }] },
        services: [{ type: 'STREAM', cents: 10_000 }],
      },
      { platform: 'X', services: [{ type: 'POST', variant: 'REVIEW', cents: 50_000 }] },
    ],
  });

const aMeasuredCreator = (counts: { followers: number; views: number; likes: number }) =>
  shelf.aCreator({
    channels: [
      {
        ...{ platform: 'YOUTUBE', account: {}, audiences: [{ geo: { US: 1 }, followers: counts.followers }] },
        posts: [{ views: counts.views, likes: counts.likes, comments: 0 }],
      },
    ],
  });

const letter = (n: number) => String.fromCharCode(97 + Math.floor(n));

/** The counts in the database: those of an answer may be a second old. */
async function stored(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await shelf.run('select list, sum(creators)::int as creators from catalog_list_counts group by 1');
  return new Map(rows.map(({ list, creators }) => [list, creators]));
}

describe('the counts of the filters', () => {
  test('a new creator adds one to each of its values and to no other', async () => {
    const before = await stored();
    const countOf = (name: string) => before.get(name) ?? 0;
    await aCreator();
    const own = [
      ...['', 'platform=TWITCH', 'platform=X', 'format=STREAM', 'format=STREAM.MENTION', 'format=POST'],
      ...['format=POST.REVIEW', 'channelType=STREAMER', 'verified=true', 'language=pt', 'language=pt-br'],
      'audienceGeo=BR',
    ];
    /** The values of the answer that differ, without those that should. Rare languages and countries are counted and not listed. */
    const unexpected = async () => {
      const known = await counts();
      const more = (name: string) => (known.get(name) ?? 0) - countOf(name);
      return [...known.keys()].filter((name) => more(name) !== (own.includes(name) ? 1 : 0));
    };
    await expect.poll(unexpected).toEqual([]);
    const now = await stored();
    expect(own.map((name) => (now.get(name) ?? 0) - countOf(name))).toEqual(own.map(() => 1));
  });

  test('each count is the number of creators that the catalog lists for the value', async () => {
    await aCreator();
    for (const [followers, views, likes] of [
      [999, 4_999, 0],
      [1_000, 5_000, 50],
      [60_000, 1_000_000, 30_000],
    ] as const)
      await aMeasuredCreator({ followers, views, likes });
    const names = [
      ...['', 'platform=TWITCH', 'platform=KICK', 'format=POST.REVIEW', 'language=pt', 'verified=true'],
      ...(['channelType', 'minFollowers', 'minViews', 'minEr'] as const).flatMap((name) =>
        closedFilters[name].map((value) => `${name}=${value}`),
      ),
    ];
    const differing = async () => {
      const known = await counts();
      const all = await Promise.all(
        names.map(async (name) => [name, known.get(name) ?? 0, await listed(name)] as const),
      );
      return all.filter(([, count, number]) => count !== number);
    };
    await expect.poll(differing).toEqual([]);
  });

  test('a creator above every threshold is counted at each threshold', async () => {
    const before = await stored();
    await aMeasuredCreator({ followers: 2_000_000, views: 1_000_000, likes: 100_000 });
    const steps = (['minFollowers', 'minViews', 'minEr'] as const).flatMap((name) =>
      closedFilters[name].map((value) => `${name}=${value}`),
    );
    const added = async () => {
      const now = await counts();
      return steps.map((name) => (now.get(name) ?? 0) - (before.get(name) ?? 0));
    };
    await expect.poll(added).toEqual(steps.map(() => 1));
  });

  test(`the languages are the ${countedValues} most frequent ones`, async () => {
    // Codes for private use. The creator leaves again, because its languages would hide those of other tests.
    const languages = Array.from({ length: countedValues + 10 }, (_, n) => `q${letter(n / 20)}${letter(n % 20)}`);
    const { id } = await shelf.aCreator({ languages });
    try {
      const frequent = [...(await stored())]
        .flatMap(([list, creators]) => (list.startsWith('language=') ? [{ value: list.slice(9), creators }] : []))
        .sort((one, other) => other.creators - one.creators || (one.value < other.value ? -1 : 1))
        .slice(0, countedValues);
      expect(frequent).toHaveLength(countedValues);
      await expect
        .poll(async () => (await read()).filters.find(({ name }) => name === 'language')?.values)
        .toEqual(frequent);
    } finally {
      await shelf.remove([id]);
    }
  });

  test('every value of a filter with few values has a count, also 0', async () => {
    const known = await counts();
    for (const [name, values] of Object.entries(closedFilters))
      for (const value of values) expect(known.get(`${name}=${value}`), `${name}=${value}`).toBeTypeOf('number');
  });

  test('the page of the catalog shows the counts that the API gives', async () => {
    await aCreator();
    await shelf.aCreator({ topics: ['chess'] });
    const known = await stored();
    const [topic = ''] = [...known]
      .filter(([list]) => list.startsWith('topic='))
      .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
      .map(([list]) => list);
    const shown = (name: string) => new Intl.NumberFormat('en').format(known.get(name) ?? 0);
    const wanted = [
      `Twitch ${shown('platform=TWITCH')}`,
      `${topic.slice('topic='.length)} ${shown(topic)}`,
      `Only verified creators (${shown('verified=true')})`,
      `The catalog has ${shown('')} creator`,
    ];
    const missing = async () => {
      const words = wordsOf((await anyone.get('/creators')).text);
      return wanted.filter((text) => !words.includes(text));
    };
    await expect.poll(missing).toEqual([]);
  });
});
