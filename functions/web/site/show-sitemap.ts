import { countListed, readSitemapEntries } from '../../../db/catalog/sitemap.ts';
import type { GuestVersion } from '../../catalog/index.ts';
import type { GuestCtx } from '../../context.ts';
import { etagOf } from '../../platform/hash.ts';
import { maxCounted, maxEntries, shardsOf } from './sitemap-shards.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The index of the sitemap: the addresses of its shards. */
export async function showSitemapIndex(ctx: GuestCtx): Promise<GuestVersion> {
  const { generations, count } = await countListed(ctx.db, maxCounted);
  const base = escaped(ctx.settings.BASE_URL);
  const shards = shardsOf(count).map((shard) => `<sitemap><loc>${base}/sitemaps/${shard}.xml</loc></sitemap>`);
  return versionOf(generations, `${head}<sitemapindex ${schema}>${shards.join('')}</sitemapindex>\n`);
}

/** A shard of the sitemap: the pages of creators whose publicId begins with these digits. The first shard also has the catalog. */
export async function showSitemapShard(ctx: GuestCtx, digits: string): Promise<GuestVersion> {
  const address = `${escaped(ctx.settings.BASE_URL)}/creators`;
  const isFirst = /^0*$/.test(digits);
  const limit = isFirst ? maxEntries - 1 : maxEntries;
  const { generations, entries } = await readSitemapEntries(ctx.db, { digits, address: `${address}/`, limit });
  const catalog = isFirst ? `<url><loc>${address}</loc></url>` : '';
  return versionOf(generations, `${head}<urlset ${schema}>${catalog}${entries}</urlset>\n`);
}

/** robots.txt: everything may be crawled, except the cabinet. */
export async function showRobots(ctx: GuestCtx): Promise<GuestVersion> {
  return versionOf(
    '',
    `User-agent: *\nAllow: /\nDisallow: /cabinet\n\nSitemap: ${ctx.settings.BASE_URL}/sitemap.xml\n`,
  );
}

const versionOf = async (generations: string, body: string): Promise<GuestVersion> => ({
  ...{ generations, body },
  etag: await etagOf(body),
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
