import { afterAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { canonicalOf, fetchedBy, linkedDataOf, metaOf, wordsOf } from '../../support/html.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, measuredAt, shelfOf, withinASecond } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const anyone = clientOf(baseUrl, null, '');
afterAll(() => shelf.close());

const [month, day, year] = new Date(measuredAt)
  .toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  .split(/,? /);
const measuredOn = `${day} ${month} ${year}`;

const maya = {
  name: 'Maya Rivers',
  bio: 'Cozy games.\nEvery weekday.',
  topics: ['cozy games'],
  languages: ['en', 'pt-BR'],
  channels: [
    {
      platform: 'YOUTUBE',
      handle: 'mayarivers',
      account: {},
      audiences: [{ geo: { DE: 0.525, US: 0.0001 } }],
      views: [1_000, 2_001],
      services: [
        {
          type: 'VIDEO',
          variant: 'REVIEW',
          title: 'An honest review',
          cents: 123_456_789,
          terms: 'Free use for a year.',
          packages: [
            { quantity: 1, discountBps: 0 },
            { quantity: 5, discountBps: 750 },
          ],
        },
      ],
    },
    { platform: 'X', handle: 'maya_x', services: [{ type: 'UGC', title: 'A file', cents: 1 }] },
  ],
};

describe('the page of a creator', () => {
  test('shows the data of the JSON: name, country, services, prices and metrics', async () => {
    const { publicId } = await shelf.aCreator(maya);
    const { status, text } = await anyone.get(`/creators/${publicId}`);
    expect(status).toBe(200);
    const words = wordsOf(text);
    for (const said of [
      ...[
        'Maya Rivers',
        'Cozy games. Every weekday.',
        'cozy games',
        'English · Brazilian Portuguese',
        'Social creator',
      ],
      ...['YouTube', 'mayarivers', 'maya_x', 'An honest review', 'Free use for a year.', 'Link to the public post'],
      ...['1,234,567.89 USDT per video', '5 videos 7.5 % off 5,709,876.49125 USDT', '0.01 USDT per file'],
      ...[`1,501 mean of 2 of the latest 5 posts, measured ${measuredOn}`, 'not measured'],
      ...['Germany 52.5 %', 'United States < 0.1 %', '18-24, Women 100 %'],
      'Verified audience YouTube mayarivers',
      'Connected account',
      'Source: the statistics of the platform. Captured 1 Jan 2026 , verified 1 Jan 2026 . Period: 28 days',
    ])
      expect(words).toContain(said);
    expect(words).not.toContain('Verified account');
    expect(text).toContain(`<time datetime="${measuredAt}">${measuredOn}</time>`);
  });

  test('links outward with nofollow noopener ugc only', async () => {
    const { publicId } = await shelf.aCreator(maya);
    const { text } = await anyone.get(`/creators/${publicId}`);
    const outward = [...text.matchAll(/<a [^>]*href="https?:[^>]*>/g)].map(([link]) => link);
    expect(outward).toHaveLength(2);
    for (const link of outward) expect(link).toContain('rel="nofollow noopener ugc"');
  });

  test('identifies the creator for link previews and search engines', async () => {
    const { publicId } = await shelf.aCreator(maya);
    const { text } = await anyone.get(`/creators/${publicId}`);
    const url = `${baseUrl}/creators/${publicId}`;
    expect(canonicalOf(text)).toBe(url);
    expect(metaOf(text)).toMatchObject({
      description: 'Cozy games.\nEvery weekday.',
      'og:title': 'Maya Rivers · Castline',
      'og:type': 'profile',
      'og:url': url,
      'og:image': `${baseUrl}/site/card.png`,
      'twitter:card': 'summary_large_image',
    });
    expect(metaOf(text).robots).toBeUndefined();
    const { mainEntity, ...page } = linkedDataOf(text);
    expect(page).toMatchObject({ '@context': 'https://schema.org', '@type': 'ProfilePage', url });
    expect(mainEntity).toMatchObject({ '@type': 'Person', name: 'Maya Rivers', knowsLanguage: ['en', 'pt-BR'] });
    expect(mainEntity.sameAs).toHaveLength(2);
    expect(mainEntity.makesOffer[0]).toMatchObject({ '@type': 'Offer', price: '1234567.89', priceCurrency: 'USDT' });
  });

  test('shows the stored picture, and none from another origin', async () => {
    const { id, publicId } = await shelf.aCreator(maya);
    const picture = `/avatars/0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e`;
    const shownWith = async (url: string) => {
      await shelf.run('update creators set avatar_url = $2 where user_id = $1', [id, url]);
      await shelf.refresh(id);
      const { data } = (await shelf.page(publicId)).body;
      expect(await withinASecond(async () => (await shelf.page(publicId)).body.data.avatarUrl === url)).toBe(true);
      expect(data.publicId).toBe(publicId);
      return (await anyone.get(`/creators/${publicId}`)).text;
    };
    const own = await shownWith(baseUrl + picture);
    expect(own).toContain(`src="${picture}"`);
    expect([metaOf(own)['og:image'], metaOf(own)['twitter:card']]).toEqual([baseUrl + picture, 'summary']);
    expect(await shownWith('https://elsewhere.example/a.png')).not.toContain('elsewhere');
  });

  test('loads nothing from another origin, runs no script, and is small', async () => {
    const { publicId } = await shelf.aCreator(maya);
    for (const path of [`/creators/${publicId}`, '/creators']) {
      const { text, headers } = await anyone.get(path);
      expect(fetchedBy(text).filter((address) => !address.startsWith('/'))).toEqual([]);
      expect(text).not.toMatch(/<script(?! type="application\/ld\+json">)|<style| style="|\son\w+="/);
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('has its style sheet and pictures, and the style sheet is immutable', async () => {
    const { text } = await anyone.get('/creators');
    const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const sheet = await anyone.get(styles);
    expect([sheet.status, sheet.headers.get('content-type'), sheet.headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    for (const [path, type] of [
      ['/site/icon.svg', 'image/svg+xml'],
      ['/site/card.png', 'image/png'],
    ] as const)
      expect((await anyone.get(path)).headers.get('content-type')).toBe(type);
    expect((await anyone.get('/site/0123456789abcdef0123456789abcdef.css')).status).toBe(404);
  });

  test('has an ETag of its bytes, returns 304 for it, and gets a new one after a change', async () => {
    const { id, publicId } = await shelf.aCreator(maya);
    const path = `/creators/${publicId}`;
    const first = await anyone.get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(await anyone.get(path, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
    await shelf.run(`update service_listings set title = 'Another title' where creator_id = $1`, [id]);
    await shelf.refresh(id);
    const isNew = async () => {
      const again = await anyone.get(path, { headers: { 'if-none-match': etag } });
      return again.status === 200 && again.text.includes('Another title');
    };
    expect(await withinASecond(isNew)).toBe(true);
  });

  test('has the headers of a page on hits and misses, for GET and HEAD', async () => {
    const { publicId } = await shelf.aCreator(maya);
    const answers = [await anyone.get(`/creators/${publicId}`), await anyone.get(`/creators/${publicId}`)];
    answers.push(await anyone.send('HEAD', `/creators/${publicId}`, { key: null }));
    const ofTheWire = ['connection', 'transfer-encoding', 'content-length', 'date', 'x-request-id', 'ratelimit'];
    const [miss, ...hits] = answers.map(({ headers }) => [...headers].filter(([name]) => !ofTheWire.includes(name)));
    for (const hit of hits) expect(hit).toEqual(miss);
    expect(Object.fromEntries(miss ?? [])).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(answers[0]?.headers.get('access-control-allow-origin')).toBeNull();
    expect([answers[2]?.status, answers[2]?.text]).toEqual([200, '']);
  });

  test.each(['no-uuid', '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e', '%00', aWord()])(
    'returns an error page with noindex for "%s"',
    async (publicId) => {
      const { status, text, headers } = await anyone.get(`/creators/${publicId}`);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
      expect(metaOf(text).robots).toBe('noindex');
      expect(wordsOf(text)).toContain('Page not found');
      expect(text).not.toMatch(/RESOURCE_NOT_FOUND|og:|ld\+json|canonical/);
    },
  );
});
