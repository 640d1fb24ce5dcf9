import { describe, expect, test } from 'vitest';
import { digitsOf, shardsOf } from '../../../functions/web/site/sitemap-shards.ts';

describe('the shards of the sitemap', () => {
  test.each([
    [0, 1, 'all', 'all'],
    [40_000, 1, 'all', 'all'],
    [40_001, 16, '0', 'f'],
    [640_000, 16, '0', 'f'],
    [640_001, 256, '00', 'ff'],
  ])('divide %i creators into %i shards, from %s to %s', (creators, count, first, last) => {
    const shards = shardsOf(creators);
    expect([shards.length, shards[0], shards.at(-1), new Set(shards).size]).toEqual([count, first, last, count]);
  });

  test('are named by the first digits of their publicIds', () => {
    expect(['all.xml', 'a.xml', '0f.xml'].map(digitsOf)).toEqual(['', 'a', '0f']);
    for (const name of ['all', 'g.xml', 'A.xml', '000.xml', '.xml', 'allx.xml', 'a.xml.gz', 'index.xml'])
      expect(digitsOf(name), name).toBeNull();
  });
});
