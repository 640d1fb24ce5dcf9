import { expect, test } from 'vitest';
import { type Client, clientOf } from '../../support/client.ts';
import { controlOf } from '../../support/stack/control.ts';
import { ownStack } from '../../support/stack/own-stack.ts';
import { shelfOf } from '../catalog/shelf.ts';

let control: ReturnType<typeof controlOf>;
let shelf: ReturnType<typeof shelfOf>;
let anyone: Client;
ownStack(shelfOf, async (own, opened) => {
  [control, shelf] = [controlOf(own.controlUrl), opened];
  anyone = clientOf(own.baseUrl, null, '');
  // Only the tests move the clock, so they decide when the cache expires.
  await control.holdClock(true);
});

/** Lets the isolate read the generation. */
async function fresh(): Promise<void> {
  await control.moveOn(1_000);
  await control.untilNothingIsDeferred();
  await anyone.get('/creators');
  await control.resetCounts();
}
const statements = async () => (await control.counts()).neon;

test('page hits do not wait for Postgres, and the generation is read at most twice a second', async () => {
  const { publicId } = await shelf.aCreator();
  const paths = ['/creators', `/creators/${publicId}`, '/sitemap.xml', '/sitemaps/all.xml', '/robots.txt'];
  for (const path of paths) expect((await anyone.get(path)).status).toBe(200);
  const readAll = async () => {
    for (const path of paths) expect((await anyone.get(path)).status).toBe(200);
  };
  await fresh();
  await readAll();
  expect(await statements()).toBe(0);
  // Ten steps of a quarter of a second.
  for (let step = 0; step < 10; step++) {
    await readAll();
    await control.moveOn(250);
    await control.untilNothingIsDeferred();
  }
  expect(await statements()).toBeGreaterThan(0);
  expect(await statements()).toBeLessThanOrEqual(5);
});

test('a 304 leaves the copy of a browser its content policy, which a policy in the 304 would replace', async () => {
  const { publicId } = await shelf.aCreator();
  for (const path of ['/creators', `/creators/${publicId}`, '/sitemap.xml', '/docs', '/docs/wallet']) {
    await fresh();
    const { headers } = await anyone.get(path);
    const again = () => anyone.get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    const inTime = await again();
    await control.moveOn(1_000);
    const policies = [null, headers.get('content-security-policy')];
    for (const { status, headers: sent } of [inTime, await again()]) {
      expect(status, path).toBe(304);
      expect(policies, path).toContain(sent.get('content-security-policy'));
    }
  }
});

test('a page is cached once, whatever else the URL or the headers contain', async () => {
  const { publicId } = await shelf.aCreator();
  await anyone.get(`/creators/${publicId}`);
  await fresh();
  for (let n = 0; n < 20; n++) {
    const headers = { cookie: `n=${n}`, 'accept-language': `x-${n}`, authorization: `Bearer ${n}` };
    expect((await anyone.get(`/creators?utm_source=${n}&q=&limit=${n}`, { headers })).status).toBe(200);
    expect((await anyone.get(`/creators/${publicId.toUpperCase()}?n=${n}`, { headers })).status).toBe(200);
  }
  expect(await statements()).toBe(0);
});

test('a change of one creator leaves the pages and sitemap shards of others unchanged', async () => {
  const one = await shelf.aCreator();
  let other = await shelf.aCreator();
  while (other.publicId[0] === one.publicId[0]) other = await shelf.aCreator();
  const paths = [`/creators/${one.publicId}`, `/sitemaps/${one.publicId[0]}.xml`];
  const read = () => Promise.all(paths.map(async (path) => (await anyone.get(path)).headers.get('etag')));
  const before = await read();
  await shelf.run('update service_listings set base_price = 990000 where creator_id = $1', [other.id]);
  await shelf.refresh(other.id);
  await fresh();
  expect(await read()).toEqual(before);
  expect(await statements()).toBe(0);
});
