import { describe, expect, test } from 'vitest';
import { platformOf, quotaOf } from '../../../functions/platform/social/index.ts';
import { rich } from '../../support/social/meters.ts';

const settings = {
  YOUTUBE_API_URL: 'https://www.googleapis.com/youtube/v3',
  YOUTUBE_API_KEY: 'key',
  YOUTUBE_DAILY_UNITS: 10_000,
};

describe('the quota', () => {
  test.each([
    ['2026-11-21T07:59:59Z', '2026-11-20'],
    ['2026-11-21T08:00:00Z', '2026-11-21'],
    ['2026-07-01T06:59:59Z', '2026-06-30'],
    ['2026-07-01T07:00:00Z', '2026-07-01'],
  ])('counts %s as %s, because YouTube counts days in Pacific time', (at, day) => {
    expect(quotaOf(settings, 'YOUTUBE', new Date(at))).toEqual({
      platform: 'YOUTUBE',
      day,
      units: 10_000,
    });
  });

  test('is missing, with the adapter, without a key and for a platform without an adapter', () => {
    const unset = { ...settings, YOUTUBE_API_KEY: undefined };
    expect([quotaOf(unset, 'YOUTUBE', new Date()), platformOf(unset, 'YOUTUBE', rich)]).toEqual([null, null]);
    expect([quotaOf(settings, 'TWITCH', new Date()), platformOf(settings, 'TWITCH', rich)]).toEqual([null, null]);
    expect(platformOf(settings, 'YOUTUBE', rich)).not.toBeNull();
  });
});
