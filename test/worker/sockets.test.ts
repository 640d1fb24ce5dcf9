import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientOf } from '../support/client.ts';
import { controlOf } from '../support/stack/control.ts';
import { pollTimeout } from '../support/stack/poll-timeout.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

let stack: OwnStack;
beforeAll(async () => {
  stack = await startStack({ hasProcesses: true });
});
afterAll(() => stack.stop());

const wrongKey = `castline_live_${'a'.repeat(12)}.${'A'.repeat(43)}`;
// The entry Worker of Miniflare would serve this path.
const pathOfRouter = '/cdn-cgi/local/r2/s3';

/** The number of wrong keys that the address has left, as the answer to one more. */
async function left(url: string, address: string): Promise<number> {
  const { status, headers } = await clientOf(url, wrongKey).get('/me', { headers: { 'cf-connecting-ip': address } });
  expect(status).toBe(401);
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

test('a request does not pass the entry Worker of Miniflare, which serves only the object store', async () => {
  expect((await fetch(stack.baseUrl + pathOfRouter)).headers.get('x-request-id')).not.toBeNull();
  expect((await fetch(stack.urls.api + pathOfRouter)).headers.get('x-request-id')).not.toBeNull();
  expect((await fetch(stack.storeUrl)).headers.get('x-request-id')).toBeNull();
});

test('the socket of an edge function serves only the paths of that function', async () => {
  expect((await fetch(`${stack.urls.api}/api/v1/creator-catalog`)).status).toBe(404);
  expect((await fetch(`${stack.urls.guest}/api/v1/creator-catalog`)).status).toBe(200);
});

test('a call on the socket of an edge function has the address that a call through the local router has', async () => {
  const { moveToNext } = controlOf(stack.controlUrl);
  let n = 0;
  // Calls are not counted while Redis is too slow: then the test tries other addresses.
  const seen = await vi.waitFor(async () => {
    await moveToNext('minute');
    const [one, other] = [`203.0.113.${++n}`, `198.51.100.${n}`];
    const counted = [];
    for (const url of [stack.baseUrl, stack.urls.api]) counted.push(await left(url, one), await left(url, other));
    expect(counted.every(Number.isInteger)).toBe(true);
    return counted;
  }, pollTimeout);
  expect(seen).toEqual([19_999, 19_999, 19_998, 19_998]);
});

test('the socket of an edge function stays the same when its process is killed', async () => {
  await controlOf(stack.controlUrl).killRuntimes();
  const statusOf = (url: string) => fetch(`${url}/api/v1/public/me`).then(({ status }) => status);
  await expect.poll(() => statusOf(stack.urls.api).catch(() => null), pollTimeout).toBe(401);
  expect((await fetch(`${stack.urls.guest}/robots.txt`)).status).toBe(200);
});
