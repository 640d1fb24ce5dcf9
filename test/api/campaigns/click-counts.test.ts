import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../../support/market/campaigns.ts';
import {
  aBrowser,
  aLink,
  fiveMinutes,
  type OwnClicks,
  ownClicks,
  type Visit,
} from '../../support/market/tracking-links.ts';

let own: OwnClicks['own'];
let clicks: OwnClicks['clicks'];
let linked: OwnClicks['linked'];
ownClicks((made) => {
  ({ own, clicks, linked } = made);
});

const visit = (given: Visit = {}) => clicks.visit(linked.link, given);
const counts = () => clicks.countsOf(linked);

const dayMs = 86_400_000;

describe('the redirect', () => {
  test('the first visit of an isolate reads the database once, and later ones do not', async () => {
    // The event of the started campaign is being sent.
    await clicks.untilCounted();
    await own.control.queues('hold');
    await own.control.resetCounts();
    // An isolate looks at a link again after less than a second: the clock is held.
    await own.control.withoutWaiting(async () => {
      await visit();
      expect((await own.control.counts()).neon).toBe(1);
      for (let n = 0; n < 20; n += 1) expect((await visit()).status).toBe(302);
    });
    await own.control.untilNothingIsDeferred();
    expect(await own.control.counts()).toMatchObject({ neon: 1, upstash: 0 });
    await own.control.queues('up');
    expect(await counts()).toMatchObject({ clicks: 21, uniqueClicks: 1 });
  });

  test('a known link redirects while Postgres and Redis are away, and its clicks are counted later', async () => {
    await visit();
    await clicks.untilCounted();
    await Promise.all([own.control.neon('refuse'), own.control.upstash('refuse')]);
    expect((await visit({ address: '203.0.113.9' })).status).toBe(302);
    await clicks.untilCounted();
    await Promise.all([own.control.neon('up'), own.control.upstash('up')]);
    await own.control.moveOn(fiveMinutes);
    expect(await counts()).toMatchObject({ clicks: 2, uniqueClicks: 2 });
  });

  test('a known link stops an hour after the last look at Postgres, until Postgres is back', async () => {
    await visit();
    await clicks.untilCounted();
    await own.control.neon('refuse');
    await own.control.moveOn(59 * 60_000);
    expect((await visit()).status).toBe(302);
    await own.control.moveOn(2 * 60_000);
    const reply = await visit();
    expect([reply.status, reply.headers.get('location')]).toEqual([503, null]);
    await own.control.neon('up');
    expect((await visit()).status).toBe(302);
    await clicks.untilCounted();
  });

  test('a link that the isolate does not know returns a 503 page while Postgres is away', async () => {
    await own.control.neon('refuse');
    const reply = await clicks.visit({ code: 'abcdefghij' });
    await own.control.neon('up');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('the counts', () => {
  test('a message that the queue delivers again is counted once', async () => {
    await own.control.neon('drop-next-reply', 'counted_clicks');
    await visit();
    await clicks.untilCounted();
    await own.control.moveOn(fiveMinutes);
    expect(await counts()).toMatchObject({ clicks: 1, uniqueClicks: 1 });
    expect(readFileSync(own.stack.logFile, 'utf8')).toMatch(/"event":"job.failed".*"count-click"/);
  });

  test('clicks are counted at once while Redis is away, and visitors when it is back', async () => {
    await own.control.upstash('refuse');
    await visit();
    expect(await counts()).toMatchObject({ clicks: 1, uniqueClicks: 0 });
    await own.control.upstash('up');
    await own.control.moveOn(fiveMinutes);
    expect(await counts()).toMatchObject({ clicks: 1, uniqueClicks: 1 });
  });

  test('unique clicks do not fall when Redis loses its data, and known visitors stay known', async () => {
    const from = (n: number) => visit({ address: `198.51.100.${n}` });
    for (let n = 0; n < 5; n += 1) await from(n);
    expect(await counts()).toMatchObject({ clicks: 5, uniqueClicks: 5 });
    await own.control.flushUpstash();
    expect(await counts()).toMatchObject({ uniqueClicks: 5 });
    for (let n = 3; n < 8; n += 1) await from(n);
    expect(await counts()).toMatchObject({ clicks: 10, uniqueClicks: 8 });
  });

  test('a sketch that another kind of Redis wrote is replaced, and unique clicks do not fall', async () => {
    for (let n = 0; n < 3; n += 1) await visit({ address: `198.51.100.${n}` });
    expect(await counts()).toMatchObject({ uniqueClicks: 3 });
    await own.market.pool.query(`update tracking_links set sketch = '\\x00ff' where id = $1`, [linked.link.id]);
    await own.control.flushUpstash();
    for (let n = 10; n < 14; n += 1) {
      await visit({ address: `198.51.100.${n}` });
      expect(await counts()).toMatchObject({ uniqueClicks: n < 13 ? 3 : 4 });
    }
    expect(readFileSync(own.stack.logFile, 'utf8')).toContain('"event":"sketch.ignored"');
  });

  test('the clicks of a campaign are the sums of its links, and have their UTC days', async () => {
    const { advertiser, campaign } = linked;
    const other = await aLink(advertiser, campaign);
    const day = async () => (await own.control.now()).toISOString().slice(0, 10);
    const first = await day();
    await visit();
    await clicks.visit(other);
    await clicks.untilCounted();
    await own.control.moveOn(2 * dayMs);
    const third = await day();
    await visit({ address: '198.51.100.1' });
    await counts();
    const read = async (to: string) =>
      dataOf(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}?from=${first}&to=${to}`));
    const { totals, series } = await read(third);
    expect(totals).toMatchObject({ clicks: 3, uniqueClicks: 3 });
    expect(series.map(({ clicks }: { clicks: number }) => clicks)).toEqual([2, 0, 1]);
    expect((await read(first)).series).toMatchObject([{ date: first, clicks: 2 }]);
  });

  test('the marks of counted messages are deleted after fifteen days, and no count with them', async () => {
    await visit();
    await counts();
    const marks = async () => (await own.market.one('select count(*)::int as marks from counted_clicks', [])).marks;
    await own.control.moveOn(14 * dayMs);
    await own.control.run('sweep-clicks');
    expect(await marks()).toBeGreaterThan(0);
    await own.control.moveOn(2 * dayMs);
    await own.control.run('sweep-clicks');
    expect(await marks()).toBe(0);
    expect(await counts()).toMatchObject({ clicks: 1, uniqueClicks: 1 });
  });
});

test('no address, no user agent and no digest of a visitor is stored or logged', async () => {
  const [address, userAgent] = ['192.0.2.77', `${aBrowser} Canary/7.1`];
  await own.control.upstash('refuse');
  await visit({ address, userAgent });
  await counts();
  await own.control.upstash('up');
  await own.control.moveOn(fiveMinutes);
  expect(await counts()).toMatchObject({ clicks: 1, uniqueClicks: 1 });
  await own.control.deliver([{ kind: 'count-click', linkId: 0, at: 'never', visitor: 'Canary', network: 'Canary' }]);
  const { salt } = await own.market.one('select salt from tracking_links where id = $1', [linked.link.id]);
  const key = await crypto.subtle.importKey('raw', salt, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const digests = await Promise.all(
    [`${address}\n${userAgent}`, address].map(async (text) =>
      Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(text))),
    ),
  );
  const stored = JSON.stringify([
    (await own.market.pool.query('select * from tracking_links where id = $1', [linked.link.id])).rows,
    (await own.market.pool.query('select * from tracking_days')).rows,
    (await own.market.pool.query('select * from counted_clicks')).rows,
  ]);
  const log = readFileSync(own.stack.logFile, 'utf8');
  expect(log).toContain('"linkId":0');
  const inText = digests.flatMap((digest) => [digest.toString('base64url'), digest.toString('hex')]);
  for (const secret of [address, 'Canary', ...inText]) {
    expect(stored).not.toContain(secret);
    expect(log).not.toContain(secret);
  }
});
