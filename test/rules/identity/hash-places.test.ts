import { expect, test, vi } from 'vitest';
import { afterOtherHashes, HashPlaces } from '../../../functions/identity/account/hash-places.ts';

/** Work that lasts until the test ends it. */
function aWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('a request above the limit of concurrent hashes is refused at once with 503 and Retry-After', async () => {
  const places = new HashPlaces(2);
  const works = [aWork(), aWork()];
  const running = works.map(({ work }) => places.within(work));
  const untouched = vi.fn(async () => 'done');
  await expect(places.within(untouched)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterSeconds: 2 },
  });
  expect(untouched).not.toHaveBeenCalled();
  works[0]?.end();
  await running[0];
  expect(await places.within(untouched)).toBe('done');
  works[1]?.end();
  expect(await Promise.all(running)).toEqual(['done', 'done']);
});

test('a failed hash releases its place, and the place of a request that died expires', async () => {
  vi.useFakeTimers();
  try {
    const places = new HashPlaces(1);
    await expect(places.within(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    places.within(aWork().work).catch(() => undefined);
    await expect(places.within(async () => 'done')).rejects.toThrow('Too many sign-ins');
    vi.advanceTimersByTime(30_000);
    expect(await places.within(async () => 'done')).toBe('done');
  } finally {
    vi.useRealTimers();
  }
});

test('the function hashes one password at a time, and serves other requests between two hashes', async () => {
  const seen: string[] = [];
  const hash = (name: string) =>
    afterOtherHashes(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
    });
  setTimeout(() => seen.push('another request'), 0);
  await Promise.all([hash('first'), hash('second')]);
  expect(seen).toEqual(['another request', 'first begins', 'first ends', 'second begins', 'second ends']);
});

test('the function hashes after a failed hash', async () => {
  await expect(afterOtherHashes(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await afterOtherHashes(async () => 'done')).toBe('done');
});
