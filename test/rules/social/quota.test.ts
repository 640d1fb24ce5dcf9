import { describe, expect, test } from 'vitest';
import { canAsk, oauthOf, platformOf, quotaOf, secondsUntilNextDay } from '../../../functions/platform/social/index.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import { rich } from '../../support/social/meters.ts';

const settingsWith = (more: Readonly<Record<string, string>>) => readSettings('api', { ...completeSettings, ...more });

describe('the quota', () => {
  test.each([
    ['2026-11-21T07:59:59Z', '2026-11-20'],
    ['2026-11-21T08:00:00Z', '2026-11-21'],
    ['2026-07-01T06:59:59Z', '2026-06-30'],
    ['2026-07-01T07:00:00Z', '2026-07-01'],
  ])('counts %s as %s, because YouTube counts days in Pacific time', (at, day) => {
    expect(quotaOf(settingsWith({}), 'YOUTUBE', new Date(at))).toEqual({ platform: 'YOUTUBE', day, units: 10_000 });
  });

  test('counts days in UTC at the other platforms, with the units that are set', () => {
    const settings = settingsWith({ TWITCH_DAILY_UNITS: '7' });
    const quota = quotaOf(settings, 'TWITCH', new Date('2026-11-21T00:00:00Z'));
    expect(quota).toEqual({ platform: 'TWITCH', day: '2026-11-21', units: 7 });
  });

  test.each([
    ['TWITCH', '2026-11-21T23:59:59.500Z', 1],
    ['TWITCH', '2026-11-21T00:00:00Z', 86_400],
    ['YOUTUBE', '2026-11-21T07:00:00Z', 3_600],
    ['YOUTUBE', '2026-11-21T08:00:00Z', 86_400],
    ['YOUTUBE', '2026-07-01T06:00:00Z', 3_600],
    // On these days the clocks of California go forward and back.
    ['YOUTUBE', '2026-03-08T08:00:00Z', 82_800],
    ['YOUTUBE', '2026-11-01T07:00:00Z', 90_000],
  ] as const)('of %s at %s is followed by that of the next day after %i seconds', (platform, at, seconds) => {
    expect(secondsUntilNextDay(platform, new Date(at))).toBe(seconds);
  });
});

describe('a platform', () => {
  const keyed = settingsWith({ YOUTUBE_API_KEY: 'key' });
  const granted = settingsWith({ YOUTUBE_CLIENT_ID: 'id', YOUTUBE_CLIENT_SECRET: 'secret' });

  test('can be asked by key only with a key, and by grant only with a client', () => {
    expect([canAsk(keyed, 'YOUTUBE', 'APP'), canAsk(keyed, 'YOUTUBE', 'GRANT')]).toEqual([true, false]);
    expect([canAsk(granted, 'YOUTUBE', 'APP'), canAsk(granted, 'YOUTUBE', 'GRANT')]).toEqual([false, true]);
    expect(platformOf(keyed, 'YOUTUBE', 'APP', rich)).not.toBeNull();
    expect([platformOf(granted, 'YOUTUBE', 'APP', rich), platformOf(keyed, 'TWITCH', 'APP', rich)]).toEqual([
      null,
      null,
    ]);
  });

  test('of another kind is asked by its own key', () => {
    expect(canAsk(settingsWith({ X_BEARER_TOKEN: 'token' }), 'X', 'APP')).toBe(true);
  });

  test('that answers grants alone is not asked by key', () => {
    const settings = settingsWith({ TIKTOK_CLIENT_ID: 'id', TIKTOK_CLIENT_SECRET: 'secret' });
    expect([canAsk(settings, 'TIKTOK', 'APP'), canAsk(settings, 'TIKTOK', 'GRANT')]).toEqual([false, true]);
  });

  test('offers a sign-in only with a client', () => {
    expect([oauthOf(keyed, 'YOUTUBE'), oauthOf(granted, 'TWITCH')]).toEqual([null, null]);
    expect(oauthOf(granted, 'YOUTUBE')).not.toBeNull();
    expect(oauthOf(settingsWith({ YOUTUBE_CLIENT_ID: 'id' }), 'YOUTUBE')).toBeNull();
  });
});
