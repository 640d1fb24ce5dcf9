import { expect, test } from 'vitest';
import { type Client, clientOf } from '../../support/client.ts';
import { type Counts, controlOf } from '../../support/control.ts';
import { ownStack } from '../../support/own-stack.ts';
import type { OwnStack } from '../../support/stack.ts';
import { shelfOf } from '../catalog/shelf.ts';

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;
let anyone: Client;
ownStack(shelfOf, async (own, opened) => {
  [stack, shelf] = [own, opened];
  anyone = clientOf(stack.baseUrl, null, '');
});

const counts = (): Promise<Counts> => controlOf(stack.controlUrl).counts();
const resetCounts = () => controlOf(stack.controlUrl).resetCounts();

test('hits of pages do not wait for Postgres: its generation alone is read, twice a second at most', async () => {
  const { publicId } = await shelf.aCreator();
  const paths = ['/creators', `/creators/${publicId}`, '/sitemap.xml', '/sitemaps/all.xml', '/robots.txt'];
  for (const path of paths) expect((await anyone.get(path)).status).toBe(200);
  await resetCounts();
  const startedAt = Date.now();
  for (let n = 0; n < 50; n++) expect((await anyone.get(paths[n % paths.length] ?? '')).status).toBe(200);
  expect((await counts()).neon).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 500);
});

test('whatever else is in the address or the headers, a page is kept once', async () => {
  const { publicId } = await shelf.aCreator();
  await anyone.get('/creators');
  await anyone.get(`/creators/${publicId}`);
  await resetCounts();
  const startedAt = Date.now();
  for (let n = 0; n < 20; n++) {
    const headers = { cookie: `n=${n}`, 'accept-language': `x-${n}`, authorization: `Bearer ${n}` };
    expect((await anyone.get(`/creators?utm_source=${n}&q=&limit=${n}`, { headers })).status).toBe(200);
    expect((await anyone.get(`/creators/${publicId.toUpperCase()}?n=${n}`, { headers })).status).toBe(200);
  }
  expect((await counts()).neon).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 500);
});

test('a change of one creator leaves the pages and the sitemap shards of others as they are', async () => {
  const one = await shelf.aCreator();
  let other = await shelf.aCreator();
  while (other.publicId[0] === one.publicId[0]) other = await shelf.aCreator();
  const paths = [`/creators/${one.publicId}`, `/sitemaps/${one.publicId[0]}.xml`];
  const read = () => Promise.all(paths.map(async (path) => (await anyone.get(path)).headers.get('etag')));
  const before = await read();
  await shelf.run('update service_listings set base_price = 990000 where creator_id = $1', [other.id]);
  await shelf.refresh(other.id);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await anyone.get('/creators');
  await resetCounts();
  const startedAt = Date.now();
  expect(await read()).toEqual(before);
  expect((await counts()).neon).toBeLessThanOrEqual(1 + (Date.now() - startedAt) / 500);
});
