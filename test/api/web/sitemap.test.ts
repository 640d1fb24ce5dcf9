import { afterAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { shared } from '../../support/stack/shared.ts';
import { shelfOf, withinASecond } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const anyone = clientOf(baseUrl, null, '');
afterAll(() => shelf.close());

const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);

describe('the sitemap', () => {
  test('is named in robots.txt', async () => {
    const { status, text, headers } = await anyone.get('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe(`User-agent: *\nAllow: /\nDisallow: /cabinet\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
  });

  test('lists its shards, which list the catalog and every page with the day of its last change', async () => {
    const at = new Date('2026-03-04T05:06:07.890Z');
    const { publicId } = await shelf.aCreator({ at });
    const index = await anyone.get('/sitemap.xml');
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(locationsIn(index.text)).toEqual([`${baseUrl}/sitemaps/all.xml`]);
    const isListed = async () =>
      locationsIn((await anyone.get('/sitemaps/all.xml')).text).includes(`${baseUrl}/creators/${publicId}`);
    expect(await withinASecond(isListed)).toBe(true);
    const { text } = await anyone.get('/sitemaps/all.xml');
    expect(locationsIn(text)[0]).toBe(`${baseUrl}/creators`);
    expect(text).toContain(
      `<url><loc>${baseUrl}/creators/${publicId}</loc><lastmod>2026-03-04T05:06:07.890Z</lastmod></url>`,
    );
  });

  test('puts a page into the shard of the first digits of its publicId', async () => {
    const one = await shelf.aCreator();
    const shard = `/sitemaps/${one.publicId.slice(0, 2)}.xml`;
    const isListed = async () => (await anyone.get(shard)).text.includes(one.publicId);
    expect(await withinASecond(isListed)).toBe(true);
    const before = await anyone.get(shard);
    const ids = locationsIn(before.text).map((location = '') => location.split('/').at(-1) ?? '');
    expect(ids.filter((id) => !id.startsWith(one.publicId.slice(0, 2)))).toEqual(
      shard.includes('/00') ? ['creators'] : [],
    );
  });

  test('answers HEAD like GET, and returns 404 for an unknown shard', async () => {
    for (const path of ['/sitemap.xml', '/sitemaps/all.xml', '/robots.txt']) {
      const head = await anyone.send('HEAD', path, { key: null });
      expect([head.status, head.text, head.headers.get('cache-control')], path).toEqual([
        200,
        '',
        'public, max-age=0, must-revalidate',
      ]);
    }
    for (const path of ['/sitemaps/zz.xml', '/sitemaps/000.xml', '/sitemaps/all', '/sitemaps/'])
      expect((await anyone.get(path)).status, path).toBe(404);
  });
});
