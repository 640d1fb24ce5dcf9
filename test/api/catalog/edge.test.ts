import { describe, expect, test } from 'vitest';
import type { Sent } from '../../support/client.ts';
import { controlOf } from '../../support/stack/control.ts';
import { ownStack } from '../../support/stack/own-stack.ts';
import { aWord, shelfOf } from './shelf.ts';

let shelf: ReturnType<typeof shelfOf>;
let control: ReturnType<typeof controlOf>;
ownStack(shelfOf, async (own, opened) => {
  [shelf, control] = [opened, controlOf(own.controlUrl)];
  // Cached answers stay valid until a test moves the clock by one second.
  await control.holdClock(true);
});

const raw = (path: string, sent?: Sent) => shelf.guest.get(path, sent);

describe('guest answers at the edge', () => {
  test.each(['/creator-catalog?topic=', '/creator-pages/', '/dictionaries'])(
    '%s carries an ETag, and a request with the current ETag returns 304',
    async (path) => {
      const topic = aWord();
      const { publicId } = await shelf.aCreator({ topics: [topic] });
      const url = path + (path.endsWith('=') ? topic : path.endsWith('/') ? publicId : '');
      const first = await raw(url);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await raw(url, { headers: { 'if-none-match': known } });
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      }
      expect((await raw(url, { headers: { 'if-none-match': '"other"' } })).text).toBe(first.text);
    },
  );

  test('a 304 has the headers that a copy of the answer lacks, and those that a script of another origin needs', async () => {
    const { headers } = await raw('/dictionaries');
    const again = await raw('/dictionaries', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(
      [...again.headers.keys()].filter((name) => !['connection', 'date', 'keep-alive', 'ratelimit'].includes(name)),
    ).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
      'cache-control',
      'cross-origin-resource-policy',
      'etag',
      'ratelimit-policy',
      'x-request-id',
    ]);
  });

  test('a changed answer has a new ETag within one second', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    const urls = [`/creator-catalog?topic=${topic}`, `/creator-pages/${publicId}`];
    const before = await Promise.all(urls.map(async (url) => (await raw(url)).headers.get('etag')));
    await shelf.run(`update service_listings set title = 'Another title' where creator_id = $1`, [id]);
    await shelf.refresh(id);
    await control.moveOn(1_000);
    const answers = await Promise.all(
      urls.map((url, n) => raw(url, { headers: { 'if-none-match': before[n] ?? '' } })),
    );
    for (const { status, text } of answers)
      expect([status, text]).toEqual([200, expect.stringContaining('Another title')]);
  });

  test('a database restore that resets the counters serves no earlier cached answer', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    await control.moveOn(1_000);
    await Promise.all([shelf.page(publicId), shelf.list({ topic })]);
    const { rows: counters } = await shelf.pool.query('select shard, value from catalog_generations');
    await shelf.run(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [id]);
    await shelf.refresh(id);
    for (const { shard, value } of counters)
      await shelf.run('update catalog_generations set value = $2 where shard = $1', [shard, value]);
    await shelf.run('select catalog_renew_epoch()');
    await control.moveOn(1_000);
    expect((await shelf.page(publicId)).status).toBe(404);
    expect((await shelf.list({ topic })).body.data).toEqual([]);
  });

  test('a change of one creator keeps the page and the ETag of another creator', async () => {
    const [one, other] = [await shelf.aCreator(), await shelf.aCreator()];
    const before = await shelf.page(one.publicId);
    await shelf.run('update service_listings set base_price = 990000 where creator_id = $1', [other.id]);
    await shelf.refresh(other.id);
    await control.moveOn(1_000);
    const after = await shelf.page(one.publicId);
    expect([after.headers.get('etag'), after.text]).toEqual([before.headers.get('etag'), before.text]);
  });

  test('hits and misses have the same headers, except for the count that only a miss knows', async () => {
    const named = ({ headers }: Awaited<ReturnType<typeof raw>>) =>
      [...headers].filter(([name]) => !['x-request-id', 'ratelimit', 'date'].includes(name));
    const topic = aWord();
    const miss = await raw(`/creator-catalog?topic=${topic}`);
    const hit = await raw(`/creator-catalog?topic=${topic}`);
    expect(named(hit)).toEqual(named(miss));
    expect(Object.fromEntries(hit.headers)).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
    expect(hit.headers.get('ratelimit-policy')).toMatch(/^"guest";q=\d+;w=60$/);
    expect(hit.headers.get('ratelimit')).toBeNull();
    expect(hit.headers.get('x-request-id')).not.toBe(miss.headers.get('x-request-id'));
    expect(hit.headers.get('set-cookie')).toBeNull();
    expect(hit.headers.get('vary') ?? '').not.toMatch(/authorization|cookie|origin|\*/i);
  });

  test.each([
    ['a credential', { authorization: 'Bearer nobody', 'x-api-key': 'nobody', cookie: 'session=nobody' }],
    ['an origin', { origin: 'https://elsewhere.example' }],
    [
      'headers of a proxy',
      { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'http', 'x-original-url': '/admin' },
    ],
    ['a request id', { 'x-request-id': 'mine-1' }],
  ])('%s does not change the answer', async (_, headers) => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const first = await raw(`/creator-catalog?topic=${topic}`, { headers });
    const plain = await raw(`/creator-catalog?topic=${topic}`);
    expect([first.status, first.text]).toEqual([200, plain.text]);
    expect(JSON.stringify([...plain.headers])).not.toMatch(/elsewhere|mine-1|nobody/);
  });

  test('a hit returns the request id of the caller', async () => {
    const headers = { 'x-request-id': 'trace-42' };
    await raw('/dictionaries');
    expect((await raw('/dictionaries', { headers })).headers.get('x-request-id')).toBe('trace-42');
    expect(
      (await raw('/dictionaries', { headers: { 'x-request-id': 'no\u00a0id' } })).headers.get('x-request-id'),
    ).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('HEAD returns the status and headers of GET without a body', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const get = await raw(`/creator-catalog?topic=${topic}`);
    const head = await shelf.guest.send('HEAD', `/creator-catalog?topic=${topic}`, { key: null });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
  });

  test('CORS preflight allows any origin', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const { status, headers: given } = await shelf.guest.send('OPTIONS', '/creator-catalog', { key: null, headers });
    expect([status, given.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(given.get('access-control-allow-credentials')).toBeNull();
  });

  test('an unsupported method returns 405 with the allowed methods', async () => {
    const { status, body, headers } = await shelf.guest.post('/creator-catalog', {});
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD']);
  });

  test('the dictionaries list the enumerations and the limits', async () => {
    const { data } = (await raw('/dictionaries')).body;
    expect(data.platforms).toEqual(['TWITCH', 'KICK', 'YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X']);
    expect(data.unitOf).toEqual({
      STREAM: 'STREAM',
      VIDEO: 'VIDEO',
      SHORT_VIDEO: 'VIDEO',
      POST: 'POST',
      STORY: 'STORY',
      UGC: 'FILE',
    });
    expect(data.formats).toContain('STREAM.MENTION');
    expect(data.quantities).toEqual([1, 5, 10]);
    expect(data.errorStatus.VERSION_CONFLICT).toBe(409);
    expect(data.assignmentEventKinds).toContain('assignment.changes_requested');
    expect(data.limits).toMatchObject({
      acceptWindowHours: 72,
      approveWindowHours: 168,
      lateCancelHours: 72,
      reminderHours: 24,
    });
    expect(data.limits.page).toEqual({ min: 1, max: 100, default: 20 });
    expect(data.limits.upload).toMatchObject({ imageBytes: 10_485_760, videoBytes: 104_857_600, pdfBytes: 52_428_800 });
  });
});
