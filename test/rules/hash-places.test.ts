import { expect, test, vi } from 'vitest';
import { HashPlaces, untilOthersHadTime } from '../../functions/account/hash-places.ts';

/** A piece of work that lasts until it is ended. */
function aWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('one request more than there are places is refused at once with 503 and a time to come back', async () => {
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

test('a failure gives its place back, and a request that died gives it back in the end', async () => {
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

test('between two hashes the isolate turns to others', async () => {
  vi.useFakeTimers();
  try {
    const seen: string[] = [];
    const hash = async (name: string) => {
      await untilOthersHadTime();
      seen.push(name);
    };
    const hashes = Promise.all(['hash 1', 'hash 2', 'hash 3'].map(hash));
    const others = setInterval(() => seen.push('other'), 5);
    await vi.advanceTimersByTimeAsync(500);
    clearInterval(others);
    await hashes;
    const gaps = seen
      .join(' ')
      .split(/hash \d/)
      .slice(1, -1);
    for (const gap of gaps) expect(gap.match(/other/g)?.length).toBeGreaterThanOrEqual(8);
    expect(seen.filter((name) => name !== 'other')).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
