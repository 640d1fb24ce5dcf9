import { describe, expect, test } from 'vitest';
import { dataOf, move } from '../../support/market/campaigns.ts';
import { aBrowser, aLink, type OwnClicks, ownClicks, type Visit } from '../../support/market/tracking-links.ts';
import { depth, sample } from '../../support/stack/depth.ts';
import { botAgents, browserAgents } from '../../support/user-agents.ts';

let own: OwnClicks['own'];
let clicks: OwnClicks['clicks'];
let linked: OwnClicks['linked'];
ownClicks((made) => {
  ({ own, clicks, linked } = made);
});

const visit = (given: Visit = {}) => clicks.visit(linked.link, given);
const counts = () => clicks.countsOf(linked);

describe('a click', () => {
  test('a visit is counted with its time, and a second one of the same visitor only as a click', async () => {
    const startedAt = await own.control.now();
    for (let n = 0; n < 2; n += 1) await visit();
    const endedAt = await own.control.now();
    const { lastClickAt, ...counted } = await counts();
    expect(counted).toEqual({ clicks: 2, uniqueClicks: 1 });
    const at = new Date(lastClickAt ?? 0).getTime();
    expect(at).toBeGreaterThanOrEqual(startedAt.getTime());
    expect(at).toBeLessThanOrEqual(endedAt.getTime() + 1_000);
  });

  test('a second visit adds a click, and a visitor only if it is a new one', async () => {
    const seconds = [
      ['another address', { address: '203.0.113.8' }, 2],
      ['another user agent', { userAgent: `${aBrowser} Mobile` }, 2],
      ['its IPv4 address inside of IPv6', { address: '::ffff:203.0.113.7' }, 1],
      ['another address of the same IPv6 network', { address: '2001:db8:1:2:3:4:5:6' }, 1, '2001:db8:1:2::1'],
      ['an address of another IPv6 network', { address: '2001:db8:1:3::1' }, 2, '2001:db8:1:2::1'],
    ] satisfies [string, Visit, number, string?][];
    const links = await clicks.linksOf(linked, seconds.length);
    for (const [n, [, other, , address = '203.0.113.7']] of seconds.entries()) {
      await clicks.visit(links[n] ?? linked.link, { address });
      await clicks.visit(links[n] ?? linked.link, { address, ...other });
    }
    const counted = await clicks.countsOfAll(linked, links);
    expect(seconds.map(([from], n) => [from, counted[n]])).toMatchObject(
      seconds.map(([from, , visitors]) => [from, { clicks: 2, uniqueClicks: visitors }]),
    );
  });

  test('a visit that no person has made is redirected and not counted', async () => {
    const uncounted = [
      ['a HEAD request', { method: 'HEAD' }],
      ['a request without a user agent', { userAgent: null }],
      ['a request with an empty user agent', { userAgent: ' ' }],
      ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
      ['a prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
      ['a prefetch of older browsers', { headers: { purpose: 'prefetch' } }],
      ['a preview', { headers: { purpose: 'preview' } }],
      ['a preview of Safari', { headers: { 'x-purpose': 'preview' } }],
      ['a prefetch of Firefox', { headers: { 'x-moz': 'prefetch' } }],
    ] satisfies [string, Visit][];
    const links = await clicks.linksOf(linked, uncounted.length);
    for (const [n, [what, given]] of uncounted.entries())
      expect((await clicks.visit(links[n] ?? linked.link, given)).status, what).toBe(302);
    const counted = await clicks.countsOfAll(linked, links);
    expect(uncounted.map(([what], n) => [what, counted[n]])).toEqual(
      uncounted.map(([what]) => [what, { clicks: 0, uniqueClicks: 0, lastClickAt: null }]),
    );
  });

  test('bots are redirected and not counted', async () => {
    for (const userAgent of sample(botAgents, 20)) expect((await visit({ userAgent })).status).toBe(302);
    expect(await counts()).toMatchObject({ clicks: 0 });
  });

  test('browsers are counted, also those inside of apps', async () => {
    for (const [n, userAgent] of browserAgents.entries()) await visit({ userAgent, address: `198.51.100.${n}` });
    expect(await counts()).toMatchObject({ clicks: browserAgents.length, uniqueClicks: browserAgents.length });
  });
});

describe('the unique clicks of an address', () => {
  /** Visits of as many browsers at this address. */
  const browsers = async (count: number, address: string, from = 0) => {
    for (let n = from; n < from + count; n += 1)
      expect((await visit({ address, userAgent: `${aBrowser} Tab/${n}` })).status).toBe(302);
  };

  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address inside of IPv6', '203.0.113.7', '::ffff:203.0.113.7'],
    ['an IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6'],
  ])(
    '%s counts at most twenty within an hour, and all its visits are redirected and count as clicks',
    async (_, one, same) => {
      await browsers(20, one);
      expect(await counts()).toMatchObject({ clicks: 20, uniqueClicks: 20 });
      await browsers(5, same, 20);
      // Those that have counted do not count against the limit again.
      const again = depth(4, 20);
      await browsers(again, one);
      expect(await counts()).toMatchObject({ clicks: 25 + again, uniqueClicks: 20 });
      await visit({ address: '198.51.100.9' });
      expect(await counts()).toMatchObject({ clicks: 26 + again, uniqueClicks: 21 });
    },
  );

  test('count again an hour later, and at another link at once', async () => {
    await browsers(21, '203.0.113.7');
    const other = { ...linked, link: await aLink(linked.advertiser, linked.campaign) };
    await clicks.visit(other.link, { userAgent: `${aBrowser} Tab/20` });
    expect(await clicks.countsOf(other)).toMatchObject({ clicks: 1, uniqueClicks: 1 });
    await own.control.moveOn(3_600_000);
    await browsers(1, '203.0.113.7', 20);
    expect(await counts()).toMatchObject({ clicks: 22, uniqueClicks: 21 });
  });

  test('clicks of an address are limited also when the queue delivers the messages again', async () => {
    const digests = (n: number) => ({ visitor: `visitor-${n}`, network: 'network' });
    const at = (await own.control.now()).toISOString();
    const messages = Array.from({ length: 22 }, (_, n) => ({
      kind: 'count-click',
      linkId: linked.link.id,
      at,
      ...digests(n),
    }));
    await own.control.deliver(messages);
    await own.control.deliver(messages.toReversed());
    expect((await counts()).uniqueClicks).toBe(20);
  });
});

describe('the end of the campaign', () => {
  test('clicks are counted until the end of the campaign, also when their messages arrive later', async () => {
    await own.control.queues('hold');
    await visit();
    await own.control.untilNothingIsDeferred();
    await own.control.moveOn(1_000);
    const ended = dataOf(await move(linked.advertiser, linked.campaign, 'complete'));
    await own.control.moveOn(1_000);
    await visit({ address: '203.0.113.8' });
    await own.control.untilNothingIsDeferred();
    await own.control.queues('up');
    const { clicks, uniqueClicks, lastClickAt } = await counts();
    expect({ clicks, uniqueClicks }).toEqual({ clicks: 1, uniqueClicks: 1 });
    expect(String(lastClickAt) < ended.endedAt).toBe(true);
  });
});
