import { afterAll, describe, expect, test } from 'vitest';
import type { CatalogQuery } from '../../../db/catalog/page.ts';
import { catalogPage } from '../../../db/catalog/page.ts';
import { render } from '../../../db/statements.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const everyone: CatalogQuery = {
  ...{ q: null, channelType: null, platform: null, format: null, topic: null, language: null, geo: null },
  ...{ isVerified: false, minFollowers: null, minViews: null, minEr: null },
  ...{ audienceGeo: null, minPriceCents: null, maxPriceCents: null, sort: 'activity', limit: 20, cursor: null },
};

/** A page as Postgres returns it, without the cache of the edge. */
async function pageOf(query: Partial<CatalogQuery>): Promise<{ etag: string; body: string }> {
  const { text, params } = render(catalogPage({ ...everyone, ...query }).statement);
  const { etag, body } = (await shelf.run(text, [...params])).rows[0];
  return { etag, body };
}

const services = Array.from({ length: 13 }, (_, n) => ({ cents: 1_000 + n, type: n === 12 ? 'VIDEO' : 'STREAM' }));

describe('the ETag of a catalog page', () => {
  test('equal pages have the same ETag, whatever has been requested', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const pages = await Promise.all([
      pageOf({ topic: [topic] }),
      pageOf({ topic: [topic], limit: 7, sort: 'price' }),
      pageOf({ topic: [topic], platform: ['TWITCH'], minPriceCents: 1n }),
      pageOf({ q: topic, sort: 'relevance' }),
    ]);
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
    expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1);
  });

  test.each([
    [
      'a name',
      `update creator_pages set published_profile = published_profile || '{"displayName": "Other"}' where creator_id = $1`,
    ],
    ['a price', 'update service_listings set base_price = base_price + 10000 where creator_id = $1'],
    ['the title of a service', `update service_listings set title = 'Other' where creator_id = $1`],
    [
      'a metric',
      'update channel_posts set views = views + 1000 where channel_id in (select id from channels where creator_id = $1)',
    ],
    ['the publication', `update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`],
  ])('changes with %s, also while the creator is marked as outdated', async (_, change) => {
    const topic = aWord();
    const { id } = await shelf.aCreator({ topics: [topic], channels: [{ views: [1] }] });
    const before = await pageOf({ topic: [topic] });
    await shelf.run(change, [id]);
    expect(await pageOf({ topic: [topic] })).toEqual(before);
    await shelf.run(`select catalog_mark_due($1, now() + interval '1 minute', true)`, [[id]]);
    const marked = await pageOf({ topic: [topic] });
    await shelf.run('select catalog_refresh_due($1)', [id]);
    const after = await pageOf({ topic: [topic] });
    expect(marked.body).not.toBe(before.body);
    expect(marked.etag).not.toBe(before.etag);
    expect(after.etag).not.toBe(before.etag);
    expect(after.etag === marked.etag).toBe(after.body === marked.body);
  });

  test('changes with the services that a filter selects from a large shop', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic], channels: [{ services }] });
    const [all, videos] = await Promise.all([
      pageOf({ topic: [topic] }),
      pageOf({ topic: [topic], format: ['VIDEO'] }),
    ]);
    expect(videos.body).not.toBe(all.body);
    expect(videos.etag).not.toBe(all.etag);
  });

  test('changes with the cursor of the next page alone', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const alone = await pageOf({ topic: [topic], limit: 1 });
    const { id } = await shelf.aCreator({ topics: [topic], at: new Date('2026-01-01T00:00:00Z') });
    const followed = await pageOf({ topic: [topic], limit: 1 });
    expect(JSON.parse(followed.body).data).toEqual(JSON.parse(alone.body).data);
    expect(followed.etag).not.toBe(alone.etag);
    await shelf.remove([id]);
    expect(await pageOf({ topic: [topic], limit: 1 })).toEqual(alone);
  });
});
