import { describe, expect, test } from 'vitest';
import type { SavesById } from '../../../../functions/platform/social/saves-provider/saves-provider.ts';
import { withSaves } from '../../../../functions/platform/social/saves-provider/with-saves.ts';
import type { PostReading, Reading } from '../../../../functions/platform/social/social-platform.ts';
import { fc } from '../../../support/fast-check.ts';
import { depth } from '../../../support/stack/depth.ts';

const reading: PostReading = {
  ownerExternalId: 'owner',
  publishedAt: new Date('2026-05-01T10:00:00Z'),
  visibility: 'PUBLIC',
  mediaType: 'VIDEO',
  title: 'A cake',
  coverUrl: null,
  durationSeconds: 30,
  hashtags: [],
  counts: { views: 7, likes: 'UNAVAILABLE', comments: 0, saves: 'NOT_OFFERED', shares: 3 },
};
const id = fc.integer({ min: 1, max: 12 }).map(String);
const readings = fc.dictionary(id, fc.constantFrom<Reading>(reading, reading, 'GONE', 'PRIVATE'));
const saves = fc.dictionary(id, fc.oneof(fc.nat(), fc.constant('UNAVAILABLE' as const)));

describe("A reading of TikTok with a provider's saves", () => {
  test('keeps everything else, and its saves are what the provider told, or unknown', () => {
    const property = fc.property(readings, saves, (given, told) => {
      const before = new Map(Object.entries(given));
      const provided: SavesById = new Map(Object.entries(told));
      const merged = withSaves(before, provided);
      expect([...merged.keys()]).toEqual([...before.keys()]);
      for (const [post, after] of merged) {
        const counts = { ...reading.counts, saves: provided.get(post) ?? 'UNAVAILABLE' };
        expect(after).toEqual(typeof before.get(post) === 'string' ? before.get(post) : { ...reading, counts });
      }
    });
    fc.assert(property, { numRuns: depth(40, 500) });
    expect(reading.counts.saves).toBe('NOT_OFFERED');
  });
});
