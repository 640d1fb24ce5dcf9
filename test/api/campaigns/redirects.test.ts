import { afterAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { campaignsOf, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aLink, destinationUrl, visitorsOf } from '../../support/market/tracking-links.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(baseUrl, market);
const visit = visitorsOf(baseUrl);
afterAll(() => market.close());

async function aRunningOne() {
  const advertiser = await campaigns.anAdvertiser();
  return { advertiser, campaign: await campaigns.aRunning(advertiser) };
}

describe('the redirect', () => {
  test('a link redirects at once, and no cache stores the answer', async () => {
    const { advertiser, campaign } = await aRunningOne();
    const link = await aLink(advertiser, campaign);
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers, text } = await visit(link, { method });
      expect([status, headers.get('location'), text]).toEqual([302, destinationUrl, '']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer-when-downgrade');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('a link redirects also after the end of its campaign', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const running = await campaigns.aRunning(advertiser);
    const link = await aLink(advertiser, running);
    dataOf(await move(advertiser, running, 'cancel'));
    expect((await visit(link)).headers.get('location')).toBe(destinationUrl);
  });

  test.each(['0000000000', 'short', `${'a'.repeat(11)}`, '..%2f..%2fme', '%00', 'a-b_c.d~e!'])(
    'the unknown code %s returns a 404 page',
    async (code) => {
      const reply = await visit({ code });
      expect([reply.status, reply.headers.get('location')]).toEqual([404, null]);
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.text).toContain('</html>');
    },
  );

  test('a link refuses every method except GET and HEAD', async () => {
    const { advertiser, campaign } = await aRunningOne();
    const link = await aLink(advertiser, campaign);
    const reply = await clientOf(baseUrl, null, '').post(`/t/${link.code}`, {});
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
