import { afterAll, expect, test } from 'vitest';
import { hostileUrls } from '../../../support/hostile-urls.ts';
import { marketOf } from '../../../support/market/market.ts';
import { sellersOf } from '../../../support/market/sellers.ts';
import { share } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

/** Blanks and invisible characters around an address are removed before it is checked. */
const comesWithPastedText = /^[\s\p{Default_Ignorable_Code_Point}]|[\s\p{Default_Ignorable_Code_Point}]$/u;

/** At the quick depth each platform has every second of the URLs, because one function reads all. */
const platforms = ['YOUTUBE', 'TWITCH'];

test.each([
  ['YOUTUBE', 'www.youtube.com', '/@mika.plays'],
  ['TWITCH', 'www.twitch.tv', '/mika'],
])('every hostile URL is refused as a channel on %s, with its reason', async (platform, host, path) => {
  const { api } = await aSeller();
  const all = hostileUrls(host, path).filter((url) => !comesWithPastedText.test(url));
  expect(all.length).toBeGreaterThan(140);
  const urls = share(all, platforms.indexOf(platform), 2);
  const replies = await Promise.all(
    urls.map((canonicalUrl) => api.post('/influencer-channels', { kind: 'MANUAL', platform, canonicalUrl })),
  );
  for (const [index, { status, body }] of replies.entries()) {
    const found = { url: urls[index], status, code: body.code, at: body.issues?.[0]?.path };
    const at = urls[index]?.isWellFormed() ? 'canonicalUrl' : expect.any(String);
    expect(found).toEqual({ url: urls[index], status: 400, code: 'VALIDATION_FAILED', at });
  }
  expect((await api.get('/influencer-channels')).body.data).toEqual([]);
});
