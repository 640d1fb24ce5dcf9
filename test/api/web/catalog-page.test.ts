import { afterAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { canonicalOf, metaOf, wordsOf } from '../../support/html.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, shelfOf, withinASecond } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const anyone = clientOf(baseUrl, null, '');
afterAll(() => shelf.close());

const catalog = (query: Readonly<Record<string, string>> = {}) => anyone.get(`/creators?${new URLSearchParams(query)}`);
const shown = (html: string) => [...html.matchAll(/<h3[^>]*><a href="\/creators\/([^"]+)"/g)].map(([, id]) => id);

describe('the HTML catalog', () => {
  test('shows the creators of the JSON list in its order, with the filters of the API', async () => {
    const topic = aWord();
    const cheap = { platform: 'X', services: [{ type: 'POST', cents: 9_950 }] };
    const dear = { platform: 'YOUTUBE', services: [{ type: 'VIDEO', cents: 50_000, title: 'Zebra review' }] };
    const one = await shelf.aCreator({ topics: [topic], languages: ['fr'], channels: [dear] });
    const two = await shelf.aCreator({ topics: [topic], languages: ['de'], geo: ['AT'], channels: [cheap] });
    const ids = async (query: Readonly<Record<string, string>>) => shown((await catalog({ topic, ...query })).text);
    expect(await ids({})).toEqual([two.publicId, one.publicId]);
    expect(await ids({ sort: 'price' })).toEqual([two.publicId, one.publicId]);
    expect(await ids({ platform: 'youtube' })).toEqual([one.publicId]);
    expect(await ids({ format: 'POST.MENTION' })).toEqual([two.publicId]);
    expect(await ids({ language: 'de', geo: 'at' })).toEqual([two.publicId]);
    expect(await ids({ minPrice: '99.51' })).toEqual([one.publicId]);
    expect(await ids({ minPrice: '99.5', maxPrice: '99.50' })).toEqual([two.publicId]);
    expect(await ids({ q: 'zebra', channelType: 'SOCIAL' })).toEqual([one.publicId]);
    expect(await ids({ audienceGeo: 'US' })).toEqual([]);
  });

  test('shows on a card name, country, lowest price and unknown metrics', async () => {
    const topic = aWord();
    const channel = { platform: 'KICK', services: [{ cents: 4_200 }, { cents: 4_100 }] };
    await shelf.aCreator({ name: 'Deniz Aksoy', topics: [topic], languages: ['tr'], channels: [channel] });
    const words = wordsOf((await catalog({ topic })).text);
    expect(words).toContain(
      `Deniz Aksoy Streamer · Turkish Kick ${topic} Average views not measured Followers not measured Engagement rate not measured 2 services, from 41.00 USDT`,
    );
  });

  test('shows on a card the metrics of the chosen platforms only', async () => {
    const topic = aWord();
    const large = {
      platform: 'YOUTUBE',
      account: {},
      audiences: [{ geo: { US: 1 }, followers: 90_000 }],
      views: [40_000],
    };
    const channels = [large, { platform: 'TIKTOK', account: {}, views: [2_000] }];
    await shelf.aCreator({ topics: [topic], channels });
    const figures = async (query: Readonly<Record<string, string>>) =>
      /Average views .*? Engagement rate/.exec(wordsOf((await catalog({ topic, ...query })).text))?.[0];
    expect(await figures({})).toBe('Average views 40K on YouTube Followers 90K on YouTube Engagement rate');
    expect(await figures({ platform: 'TIKTOK' })).toBe(
      'Average views 2K on TikTok Followers not measured Engagement rate',
    );
    expect(await figures({ platform: 'tiktok,youtube' })).toBe(await figures({}));
  });

  test('names the channel of each metric where a creator has several on one platform', async () => {
    const topic = aWord();
    const channels = [40_000, 2_000].map((views) => ({ platform: 'YOUTUBE', account: {}, views: [views] }));
    const { publicId } = await shelf.aCreator({ topics: [topic], channels });
    const [most] = (await anyone.get(`/api/v1/creator-catalog?topic=${topic}`)).body.data[0].metrics.toSorted(
      (one: { value: number }, other: { value: number }) => other.value - one.value,
    );
    for (const path of [`/creators?topic=${topic}`, `/creators/${publicId}`])
      expect(wordsOf((await anyone.get(path)).text)).toContain(`40K on YouTube ${most.channel.handle} `);
  });

  test('offers to sign in, and no page of the cabinet by name, because its pages are the same for everyone', async () => {
    const { text } = await catalog();
    const header = wordsOf(/<header class="top">.*?<\/header>/s.exec(text)?.[0] ?? '');
    expect(header.trim()).toBe('Castline Creators API Sign in Sign up');
  });

  test('links to the next page by its own URL, and back to the first', async () => {
    const topic = aWord();
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.unshift((await shelf.aCreator({ topics: [topic] })).publicId);
    const first = (await catalog({ topic })).text;
    const next = `/creators?topic=${topic}&amp;cursor=${ids[23]}`;
    expect(first).toContain(`<a class="button" rel="next" href="${next}">`);
    expect(first).toContain(`<link rel="next" href="${baseUrl}${next}"/>`);
    const second = (await anyone.get(next.replace('&amp;', '&'))).text;
    expect([shown(first), shown(second)]).toEqual([ids.slice(0, 24), ids.slice(24)]);
    const self = `${baseUrl}/creators?topic=${topic}`;
    expect([canonicalOf(first), canonicalOf(second)]).toEqual([self, `${self}&amp;cursor=${ids[23]}`]);
    expect([metaOf(first).robots, metaOf(second).robots]).toEqual([undefined, undefined]);
    expect(first).toContain(`<title>Creators and their prices · Topic: ${topic} · Castline</title>`);
    expect(second).not.toContain('rel="next"');
    expect(second).toContain(`<a href="/creators?topic=${topic}">Back to the first page</a>`);
  });

  test('says when no creator matches', async () => {
    const { status, text } = await catalog({ topic: aWord(), platform: 'X' });
    expect([status, shown(text)]).toEqual([200, []]);
    expect(wordsOf(text)).toContain('No creator matches all of these filters.');
  });

  test('keeps all chosen values: listed ones as checked boxes, others as typed text', async () => {
    const topic = aWord();
    const { text } = await anyone.get(`/creators?platform=TWITCH,KICK&topic=${topic},never-${topic}`);
    const boxes = (name: string) =>
      [...text.matchAll(/<input type="checkbox" name="(\w+)" value="([^"]+)" checked=""/g)].flatMap(([, of, value]) =>
        of === name ? [value] : [],
      );
    expect(boxes('platform').sort()).toEqual(['KICK', 'TWITCH']);
    const [, typed = ''] = /<input name="topic" type="text"[^>]* value="([^"]*)"/.exec(text) ?? [];
    expect([...boxes('topic'), ...typed.split(', ')].sort()).toEqual([`never-${topic}`, topic].sort());
  });

  test('returns an invalid form with 400 and its errors', async () => {
    const { status, text, headers } = await catalog({ minPrice: '1.234', q: '"><b>', platform: 'myspace' });
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
    expect(text).toMatch(
      /<input id="minPrice"[^>]* value="1\.234"[^>]* aria-invalid="true" aria-describedby="minPrice-error"/,
    );
    expect(wordsOf(text)).toContain('Use a number with at most two decimals, such as 250 or 99.50.');
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  test.each(['nonsense', '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e'])(
    'answers the unknown cursor "%s" with an error page',
    async (cursor) => {
      const { status, text } = await catalog({ cursor });
      expect([status, metaOf(text).robots]).toEqual([400, 'noindex']);
      expect(wordsOf(text)).toContain('This link is not valid');
    },
  );

  test('has one answer for equivalent queries, whatever else the URL contains', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const plain = await anyone.get(`/creators?topic=${topic}`);
    for (const query of [
      `topic=${topic.toUpperCase()}&platform=&q=`,
      `sort=relevance&topic=${topic}&utm_source=x`,
      `limit=1&availability=AVAILABLE&topic=${topic}`,
    ]) {
      const same = await anyone.get(`/creators?${query}`, { headers: { cookie: 'a=b', authorization: 'Bearer x' } });
      expect([same.headers.get('etag'), same.text]).toEqual([plain.headers.get('etag'), plain.text]);
    }
  });

  test('keeps the search as it was typed in its box, and search engines index the catalog instead', async () => {
    const [word, typed] = [aWord(), (text: string) => new RegExp(`<input id="q"[^>]* value="${text}"`)];
    for (let n = 0; n < 25; n++) await shelf.aCreator({ name: `Same ${word}` });
    for (const q of [word, word.toUpperCase(), `  ${word.toUpperCase()} `]) {
      const { text } = await catalog({ q });
      expect(text).toMatch(typed(q.trim()));
      expect(wordsOf(text)).toContain(`“${q.trim()}”`);
      expect(text).toContain(`rel="next" href="/creators?q=${q.trim()}&amp;cursor=`);
      expect(text).toContain(`<link rel="next" href="${baseUrl}/creators?q=${word}&amp;cursor=`);
      expect(shown(text).length).toBe(24);
      const [, next = ''] = /rel="next" href="(\/creators[^"]*)"/.exec(text) ?? [];
      const { text: second } = await anyone.get(next.replaceAll('&amp;', '&'));
      expect(shown(second).length).toBe(1);
      for (const page of [text, second])
        expect([canonicalOf(page), metaOf(page).robots]).toEqual([`${baseUrl}/creators`, 'noindex']);
    }
  });

  test('refuses another method with a page', async () => {
    const { status, headers, text } = await anyone.post('/creators', {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(wordsOf(text)).toContain('Method not allowed');
  });

  test('shows a newly published creator within one second', async () => {
    const topic = aWord();
    expect(shown((await catalog({ topic })).text)).toEqual([]);
    const { publicId } = await shelf.aCreator({ topics: [topic] });
    expect(await withinASecond(async () => shown((await catalog({ topic })).text)[0] === publicId)).toBe(true);
  });
});
