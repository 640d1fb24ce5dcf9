import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../../support/client.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, shelfOf, withinASecond } from '../catalog/shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
let instances: readonly Client[];
beforeAll(async () => {
  const another = await controlOf(shared.controlUrl).anotherInstance();
  instances = [shared.baseUrl, another].map((baseUrl) => clientOf(baseUrl, null, ''));
});
afterAll(() => shelf.close());

interface Seen {
  readonly page: number;
  readonly isNoindex: boolean;
  readonly isInCatalog: boolean;
  readonly sitemaps: number;
}

async function seenAt(instance: Client, publicId: string, topic: string): Promise<Seen> {
  const [page, catalog, sitemap, shard] = await Promise.all(
    [`/creators/${publicId}`, `/creators?topic=${topic}`, '/sitemaps/all.xml', `/sitemaps/${publicId[0]}.xml`].map(
      (path) => instance.get(path),
    ),
  );
  return {
    page: page?.status ?? 0,
    isNoindex: page?.headers.get('x-robots-tag') === 'noindex',
    isInCatalog: catalog?.text.includes(publicId) ?? false,
    sitemaps: [sitemap, shard].filter((answer) => answer?.text.includes(publicId)).length,
  };
}

const shown: Seen = { page: 200, isNoindex: false, isInCatalog: true, sitemaps: 2 };
const gone: Seen = { page: 404, isNoindex: true, isInCatalog: false, sitemaps: 0 };

describe('in two instances, within a second', () => {
  test.each([
    ['the page is unpublished', `update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`],
    ['the user is suspended', 'update users set suspended_at = now() where id = $1'],
    ['the last service is unpublished', 'update service_listings set is_published = false where creator_id = $1'],
  ])('page, catalog and sitemap lose the creator when %s', async (_, change) => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    const isSeenBy = (wanted: Seen) => async () => {
      const seen = await Promise.all(instances.map((instance) => seenAt(instance, publicId, topic)));
      return seen.every((one) => JSON.stringify(one) === JSON.stringify(wanted));
    };
    expect(await withinASecond(isSeenBy(shown))).toBe(true);
    await shelf.run(change, [id]);
    await shelf.refresh(id);
    expect(await withinASecond(isSeenBy(gone))).toBe(true);
  });
});
