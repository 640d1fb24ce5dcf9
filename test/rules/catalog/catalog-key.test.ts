import { describe, expect, test } from 'vitest';
import { catalogKey } from '../../../functions/catalog/cache-key.ts';
import { catalogQuery } from '../../../schema/catalog/catalog-query.ts';

const keyOf = (query: Readonly<Record<string, string>>) => catalogKey(catalogQuery().parse(query));

const cursor = '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e';

describe('the cache key of a catalog query', () => {
  test.each([
    [{}, { limit: '20' }],
    [{}, { sort: 'relevance' }],
    [{}, { sort: 'ACTIVITY' }],
    [{}, { q: '   ' }],
    [{}, { availability: 'available' }],
    [{}, { utm_source: 'x', cursors: 'y' }],
    [{ platform: 'TWITCH' }, { platform: 'twitch' }],
    [{ audienceGeo: 'DE' }, { audienceGeo: 'de' }],
    [{ format: 'STREAM.MENTION' }, { format: 'stream.mention' }],
    [{ topic: 'Gaming' }, { topic: 'gAMING' }],
    [{ q: 'maya rivers' }, { q: '  Maya   RIVERS ' }],
    [{ q: 'caf\u00e9' }, { q: 'cafe\u0301' }],
    [{ cursor }, { cursor: cursor.toUpperCase() }],
    [{ minPriceCents: '5' }, { minPriceCents: '005' }],
    [{ limit: '7' }, { limit: '007' }],
  ])('is the same for %j and %j', (one, other) => {
    expect(keyOf(other)).toBe(keyOf(one));
  });

  test('differs for every parameter of the contract', () => {
    const questions = [
      {},
      { q: 'a' },
      { q: 'a', sort: 'activity' },
      { q: 'a', sort: 'price' },
      { channelType: 'SOCIAL' },
      { platform: 'X' },
      { format: 'POST' },
      { topic: 'a' },
      { language: 'a' },
      { geo: 'a' },
      { audienceGeo: 'US' },
      { minPriceCents: '1' },
      { maxPriceCents: '1' },
      { sort: 'price' },
      { limit: '21' },
      { cursor },
      { topic: 'a","b' },
      { topic: 'a', language: 'b' },
    ];
    expect(new Set(questions.map(keyOf)).size).toBe(questions.length);
  });
});
