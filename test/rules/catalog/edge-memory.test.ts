import { describe, expect, test } from 'vitest';
import { Unreachable } from '../../../db/failures.ts';
import { openByteCache, type Stored } from '../../../functions/edge/byte-cache.ts';
import { Generation, generationOf, scopeOfCreator } from '../../../functions/edge/generation.ts';
import { isolateCache } from '../../../functions/isolate-cache.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const stored = (bytes: number): Stored => ({
  body: new Uint8Array(bytes),
  etag: '"e"',
  headers: new Headers(),
  headersOfNotModified: new Headers(),
  generation: '1',
});

describe('the byte cache of an isolate', () => {
  test('evicts the least recently used entry, and stays below its capacity in bytes', () => {
    const cache = openByteCache(50_000);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, stored(9_000));
    cache.get('a');
    cache.set('e', stored(9_000));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
  });

  test('counts a replaced entry once', () => {
    const cache = openByteCache(50_000);
    for (let n = 0; n < 100; n++) cache.set('a', stored(9_000));
    cache.set('b', stored(9_000));
    expect([cache.get('a'), cache.get('b')].every((entry) => entry !== undefined)).toBe(true);
  });

  test('never lets one answer evict all others', () => {
    const cache = openByteCache(50_000);
    cache.set('a', stored(100));
    cache.set('b', stored(40_000));
    expect([cache.get('a') !== undefined, cache.get('b')]).toEqual([true, undefined]);
  });
});

describe('a cache of an isolate', () => {
  test('evicts the least recently used entry when it is full, and keeps all others', () => {
    const cache = isolateCache<number, string>(3);
    for (const key of [1, 2, 3]) cache.set(key, 'kept');
    cache.get(1);
    cache.set(4, 'kept');
    expect([1, 2, 3, 4].map((key) => cache.get(key))).toEqual(['kept', undefined, 'kept', 'kept']);
  });
});

const counters = (first: number, last = 0, epoch = 'e') =>
  [epoch, first, ...Array.from({ length: 14 }, () => 0), last].join(',');

describe('the cached generation of an isolate', () => {
  test('is untrusted and read again after the clock went back', async () => {
    const generation = new Generation();
    generation.learn(counters(3), 100_000);
    expect([generation.trusted('all', 50_000), generation.isDue(50_000)]).toEqual([null, true]);
    await generation.refresh(async () => counters(4), 50_000);
    expect([generation.trusted('all', 50_000), generation.isDue(50_000)]).toEqual(['e.4', false]);
  });

  test('is untrusted before the first read, and from one second after the start of the latest read', () => {
    const generation = new Generation();
    expect([generation.trusted('all', 0), generation.last('all')]).toEqual([null, null]);
    generation.learn(counters(3, 4), 10_000);
    expect([generation.trusted('all', 10_999), generation.trusted(0, 10_999), generation.trusted(15, 10_999)]).toEqual([
      'e.7',
      'e.3',
      'e.4',
    ]);
    expect(generation.trusted('all', 11_000)).toBeNull();
    expect(generation.last('all')).toBe('e.7');
  });

  test('ignores a read that began earlier and ends later', () => {
    const generation = new Generation();
    generation.learn(counters(9), 10_100);
    generation.learn(counters(8), 10_000);
    expect(generation.trusted('all', 10_200)).toBe('e.9');
  });

  test('takes the counters of another epoch also from a read that began earlier', () => {
    const generation = new Generation();
    generation.learn(counters(9), 10_100);
    generation.learn(counters(1).replace('e', 'f'), 10_000);
    expect(generation.trusted('all', 10_200)).toBe('f.1');
  });

  test('is refreshed after half a second, by one request at a time', async () => {
    const generation = new Generation();
    generation.learn(counters(1), 10_000);
    expect([generation.isDue(10_499), generation.isDue(10_500)]).toEqual([false, true]);
    const reading = generation.refresh(async () => counters(2), 10_500);
    expect(generation.isDue(10_600)).toBe(false);
    await reading;
    expect([generation.trusted('all', 11_400), generation.isDue(10_999)]).toEqual(['e.2', false]);
  });

  test('is extended by one second while Postgres refuses connections', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 900);
    await generation.refresh(() => Promise.reject(new Unreachable(null)), now);
    expect(generation.trusted('all', now + 900)).toBe('e.1');
    expect(generation.trusted('all', now + 2_500)).toBeNull();
  });

  test('is not extended by an attempt that failed to connect long after its start', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 5_000);
    await generation.refresh(() => Promise.reject(new Unreachable(null)), now - 8_000);
    expect(generation.trusted('all', now)).toBeNull();
  });

  test('is not extended after an error of Postgres', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 900);
    await generation.refresh(() => Promise.reject(new Refusal('SERVICE_UNAVAILABLE')), now);
    expect([generation.trusted('all', now + 99), generation.trusted('all', now + 100)]).toEqual(['e.1', null]);
  });

  test('blocks the next refresh for at most two seconds when a refreshing request died', () => {
    const generation = new Generation();
    generation.learn(counters(1), 10_000);
    void generation.refresh(() => new Promise(() => undefined), 10_500);
    expect([generation.isDue(12_499), generation.isDue(12_500)]).toEqual([false, true]);
  });

  test('treats a defect of the read as an error, not as an outage', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 900);
    await expect(generation.refresh(() => Promise.reject(new TypeError('no function')), now)).rejects.toThrow(
      'no function',
    );
    expect(generation.trusted('all', now + 900)).toBeNull();
  });

  test('is trusted for at most ten seconds without Postgres', () => {
    const generation = new Generation();
    generation.learn(counters(1), 1_000);
    expect([generation.extendTrust(10_900, 10_900), generation.trusted('all', 10_999)]).toEqual([true, 'e.1']);
    expect(generation.trusted('all', 11_000)).toBeNull();
    expect([generation.extendTrust(11_000, 11_000), generation.trusted('all', 11_000)]).toEqual([false, null]);
  });

  test('differs in another epoch with the same counters', () => {
    expect(generationOf(counters(3), 'all')).not.toBe(generationOf(counters(3, 0, 'f'), 'all'));
    expect(generationOf(counters(3), 0)).not.toBe(generationOf(counters(3, 0, 'f'), 0));
  });

  test('is always trusted for static answers', () => {
    expect(new Generation().trusted('static', 0)).toBe('');
  });

  test("is sharded by the first digit of the creator's publicId", () => {
    expect(['0198f1c2', 'a0000000', 'F0000000'].map(scopeOfCreator)).toEqual([0, 10, 15]);
    expect(generationOf(counters(3, 4), 15)).toBe('e.4');
  });
});
