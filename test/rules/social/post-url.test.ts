import { expect, test } from 'vitest';
import { postUrl } from '../../../functions/social-accounts/content-url-rules.ts';

const kick = '0b8f5d6e-1c2d-4e3f-8a9b-0c1d2e3f4a5b';

test.each([
  ['TWITCH', '2012345678', 'mira', 'https://www.twitch.tv/videos/2012345678'],
  ['KICK', kick, 'mira-live', `https://kick.com/mira-live/videos/${kick}`],
  ['KICK', kick, null, `https://kick.com/video/${kick}`],
  ['YOUTUBE', 'dQw4w9WgXcQ', 'mira', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['TIKTOK', '7301234567890123456', 'mira.draws', 'https://www.tiktok.com/@mira.draws/video/7301234567890123456'],
  ['INSTAGRAM', 'Cx1_-yZabcd', 'mira', 'https://www.instagram.com/p/Cx1_-yZabcd/'],
  ['INSTAGRAM', '3141592653589793238', 'mira', 'https://www.instagram.com/stories/mira/3141592653589793238/'],
  ['X', '1729000000000000001', 'mira_draws', 'https://x.com/mira_draws/status/1729000000000000001'],
  ['X', '1729000000000000001', null, 'https://x.com/i/status/1729000000000000001'],
  ['X', '1729000000000000001', 'no handle', 'https://x.com/i/status/1729000000000000001'],
] as const)('a post at %s has its canonical address: %s of %s', (platform, contentId, handle, url) => {
  expect(postUrl(platform, contentId, handle)).toBe(url);
});

test.each([
  ['TIKTOK', '7301234567890123456', null],
  ['TIKTOK', '7301234567890123456', 'no handle'],
  ['INSTAGRAM', '3141592653589793238', null],
  ['YOUTUBE', 'no id', 'mira'],
  ['TWITCH', 'TameFox-x_1', 'mira'],
] as const)(
  'a post at %s has no address without a name or with another id: %s of %s',
  (platform, contentId, handle) => {
    expect(postUrl(platform, contentId, handle)).toBeNull();
  },
);
