import { afterAll, expect, test } from 'vitest';
import { hostileUrls } from '../../../support/hostile-urls.ts';
import { marketOf } from '../../../support/market/market.ts';
import { sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

/** Blanks and invisible characters around an address are removed before it is checked. */
const comesWithPastedText = /^[\s\p{Default_Ignorable_Code_Point}]|[\s\p{Default_Ignorable_Code_Point}]$/u;

test.each([
  ['YOUTUBE', 'www.youtube.com', '/@mika.plays'],
  ['TWITCH', 'www.twitch.tv', '/mika'],
])('every hostile URL is refused as a channel on %s, with its reason', async (platform, host, path) => {
  const { api } = await aSeller();
  const urls = hostileUrls(host, path).filter((url) => !comesWithPastedText.test(url));
  expect(urls.length).toBeGreaterThan(140);
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
