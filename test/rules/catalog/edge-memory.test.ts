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
  generation: '1',
});

describe('the bytes that an isolate keeps', () => {
  test('what was not used for longest leaves first, and the bytes stay below the capacity', () => {
    const cache = openByteCache(50_000);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, stored(9_000));
    cache.get('a');
    cache.set('e', stored(9_000));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
  });

  test('what replaces an entry does not count twice', () => {
    const cache = openByteCache(50_000);
    for (let n = 0; n < 100; n++) cache.set('a', stored(9_000));
    cache.set('b', stored(9_000));
    expect([cache.get('a'), cache.get('b')].every((entry) => entry !== undefined)).toBe(true);
  });

  test('one answer never takes the place of all others', () => {
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

describe('the generation that an isolate trusts', () => {
  test('nothing is trusted before the first read, nor a second after the latest began', () => {
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

  test('a read that began earlier and ends later teaches nothing', () => {
    const generation = new Generation();
    generation.learn(counters(9), 10_100);
    generation.learn(counters(8), 10_000);
    expect(generation.trusted('all', 10_200)).toBe('e.9');
  });

  test('it is read anew after half of its second, by one at a time', async () => {
    const generation = new Generation();
    generation.learn(counters(1), 10_000);
    expect([generation.isDue(10_499), generation.isDue(10_500)]).toEqual([false, true]);
    const reading = generation.refresh(async () => counters(2), 10_500);
    expect(generation.isDue(10_600)).toBe(false);
    await reading;
    expect([generation.trusted('all', 11_400), generation.isDue(10_999)]).toEqual(['e.2', false]);
  });

  test('when Postgres takes no connections, the last one stands for another second', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 900);
    await generation.refresh(() => Promise.reject(new Unreachable(null)), now);
    expect(generation.trusted('all', now + 900)).toBe('e.1');
    expect(generation.trusted('all', now + 2_500)).toBeNull();
  });

  test('a connection that ends long after it was asked for makes nothing stand: Postgres may well take others', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 5_000);
    await generation.refresh(() => Promise.reject(new Unreachable(null)), now - 8_000);
    expect(generation.trusted('all', now)).toBeNull();
  });

  test('when Postgres answers with an error, nothing stands beyond its second', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 900);
    await generation.refresh(() => Promise.reject(new Refusal('SERVICE_UNAVAILABLE')), now);
    expect([generation.trusted('all', now + 99), generation.trusted('all', now + 100)]).toEqual(['e.1', null]);
  });

  test('a refresh whose request died keeps nobody from the next one for longer than two seconds', () => {
    const generation = new Generation();
    generation.learn(counters(1), 10_000);
    void generation.refresh(() => new Promise(() => undefined), 10_500);
    expect([generation.isDue(12_499), generation.isDue(12_500)]).toEqual([false, true]);
  });

  test('a defect of the read is not taken for an outage', async () => {
    const generation = new Generation();
    const now = Date.now();
    generation.learn(counters(1), now - 900);
    await expect(generation.refresh(() => Promise.reject(new TypeError('no function')), now)).rejects.toThrow(
      'no function',
    );
    expect(generation.trusted('all', now + 900)).toBeNull();
  });

  test('without Postgres the last one stands for ten seconds, and no longer', () => {
    const generation = new Generation();
    generation.learn(counters(1), 1_000);
    expect([generation.stand(10_900, 10_900), generation.trusted('all', 10_999)]).toEqual([true, 'e.1']);
    expect(generation.trusted('all', 11_000)).toBeNull();
    expect([generation.stand(11_000, 11_000), generation.trusted('all', 11_000)]).toEqual([false, null]);
  });

  test('another epoch is another generation, though its counters are the same', () => {
    expect(generationOf(counters(3), 'all')).not.toBe(generationOf(counters(3, 0, 'f'), 'all'));
    expect(generationOf(counters(3), 0)).not.toBe(generationOf(counters(3, 0, 'f'), 0));
  });

  test('what never changes is always trusted', () => {
    expect(new Generation().trusted('static', 0)).toBe('');
  });

  test('a creator belongs to the shard of the first digit of its publicId', () => {
    expect(['0198f1c2', 'a0000000', 'F0000000'].map(scopeOfCreator)).toEqual([0, 10, 15]);
    expect(generationOf(counters(3, 4), 15)).toBe('e.4');
  });
});
