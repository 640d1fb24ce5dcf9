import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shared } from '../../support/stack/shared.ts';
import { aWord, type ChannelSpec, type Shown, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const topic = aWord();
const geo = Object.fromEntries(
  Array.from({ length: 200 }, (_, n) => [String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26)), 0.005]),
);

/** Twenty channels with this number of services each, every second one on YOUTUBE. The last service is the cheapest. */
const channels = (servicesOfAChannel: number): ChannelSpec[] =>
  Array.from({ length: 20 }, (_, c) => ({
    platform: c % 2 === 0 ? 'TWITCH' : 'YOUTUBE',
    account: {},
    audiences: [{ geo }],
    views: [1, 2, 3, 4, 5],
    services: Array.from({ length: servicesOfAChannel }, (_, s) => ({
      type: c % 2 === 0 ? 'STREAM' : 'VIDEO',
      cents: 100_000 - c * 10 - s,
      title: 'A service with a title that is long. '.repeat(5).trim(),
      terms: 'x'.repeat(2_250),
    })),
  }));

let shop: Shown;
beforeAll(async () => {
  shop = await shelf.aCreator({ name: 'A large shop', topics: [topic], channels: channels(10) });
});

const entryOf = async (query: Readonly<Record<string, string | number>>) => {
  const { body } = await shelf.list({ topic, ...query });
  return body.data.find(({ publicId }: Shown) => publicId === shop.publicId);
};
const cents = ({ basePrice }: { basePrice: { raw: string } }) => Number(basePrice.raw) / 10_000;

describe('a shop at the size limits', () => {
  test('has the twelve cheapest services and twelve channels in its entry, with the total counts', async () => {
    const { services, servicesTotal, channels, channelsTotal, metrics } = await entryOf({});
    expect([services.length, servicesTotal, channels.length, channelsTotal]).toEqual([12, 200, 12, 20]);
    expect(services.map(cents)).toEqual(Array.from({ length: 12 }, (_, n) => 100_000 - 190 - 9 + n));
    expect(metrics).toHaveLength(20);
  });

  test.each([{ platform: 'TWITCH' }, { format: 'STREAM.MENTION' }, { platform: 'twitch', q: topic }])(
    'lists matching services and channels first when filtered by %j',
    async (query) => {
      const { services, servicesTotal, channels, channelsTotal } = await entryOf(query);
      expect([services.length, servicesTotal, channels.length, channelsTotal]).toEqual([12, 200, 12, 20]);
      expect(services.every(({ channel }: { channel: { platform: string } }) => channel.platform === 'TWITCH')).toBe(
        true,
      );
      expect(services.map(cents)[0]).toBe(100_000 - 180 - 9);
      expect(channels.map(({ platform }: { platform: string }) => platform)).toEqual([
        ...Array.from({ length: 10 }, () => 'TWITCH'),
        ...['YOUTUBE', 'YOUTUBE'],
      ]);
    },
  );

  test('lists services that match by price first, then the cheapest', async () => {
    const { services } = await entryOf({ minPriceCents: 99_999 });
    expect(services.map(cents).slice(0, 3)).toEqual([99_999, 100_000, 100_000 - 190 - 9]);
  });

  test('has all services and channels on its page, in less than one mebibyte', async () => {
    const { text, body } = await shelf.page(shop.publicId);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    const { data } = body;
    expect([data.services.length, data.servicesTotal, data.channels.length, data.channelsTotal]).toEqual([
      200, 200, 20, 20,
    ]);
  });

  test('shares pages of at most one mebibyte with other large shops, and paging returns each shop once', async () => {
    const shops = [shop.publicId];
    for (let n = 1; n < 12; n++)
      shops.push((await shelf.aCreator({ topics: [topic], channels: channels(1) })).publicId);
    const met: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { text, body } = await shelf.list({ topic, limit: 100, ...(cursor && { cursor }) });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
      met.push(...body.data.map(({ publicId }: Shown) => publicId));
      cursor = body.nextCursor;
      pages++;
    } while (cursor !== null);
    expect(met.toSorted()).toEqual(shops.toSorted());
    expect(pages).toBeGreaterThan(1);
  });
});
