import { expect, test, vi } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { controlOf } from '../../support/stack/control.ts';
import { ownStack } from '../../support/stack/own-stack.ts';
import type { OwnStack } from '../../support/stack/stack.ts';
import { aWord, shelfOf } from './shelf.ts';

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;

ownStack(
  shelfOf,
  (own, opened) => {
    [stack, shelf] = [own, opened];
  },
  { vars: { RATE_LIMIT_SCALE: '1' } },
);

let guests = 0;
const as = (address: string) => ({ headers: { 'cf-connecting-ip': address } });

test('a guest has 120 reads a minute, and a miss is counted before its answer', async () => {
  // Guests are not counted while Redis is too slow: then the test tries another guest.
  const replies = await vi.waitFor(
    async () => {
      await controlOf(stack.controlUrl).moveToNext('minute');
      const address = `198.51.100.${100 + guests++}`;
      const seen: Reply[] = [];
      for (let n = 0; n < 125; n++) seen.push(await shelf.guest.get(`/creator-catalog?topic=${aWord()}`, as(address)));
      expect(seen.every(({ status, headers }) => status === 429 || headers.has('ratelimit'))).toBe(true);
      return seen;
    },
    { timeout: 170_000, interval: 1_000 },
  );
  const allowed = replies.filter(({ status }) => status === 200);
  expect(allowed.length).toBeLessThanOrEqual(120);
  expect(allowed.length).toBeGreaterThanOrEqual(115);
  const last = replies.at(-1);
  expect([last?.status, last?.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last?.headers.get('cache-control')).toBe('no-store');
  expect((await shelf.guest.get('/creator-catalog', as('198.51.100.2'))).status).toBe(200);
});

test('hits are counted after their answers, and a guest over the limit is refused', async () => {
  const read = () => shelf.guest.get('/dictionaries', as('198.51.100.3'));
  const first = await Promise.all(Array.from({ length: 200 }, read));
  expect(first.some(({ status }) => status === 200)).toBe(true);
  // Guests are not counted while Redis is too slow, and are counted again some seconds later.
  const goesOn = async () => {
    await controlOf(stack.controlUrl).untilNothingIsDeferred();
    const [next] = await Promise.all(Array.from({ length: 130 }, read));
    return [next?.status, next?.body.code, Number(next?.headers.get('retry-after')) > 0];
  };
  await expect.poll(goesOn, { timeout: 120_000 }).toEqual([429, 'RATE_LIMITED', true]);
});
