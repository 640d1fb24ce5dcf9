import { describe, expect, test } from 'vitest';
import { contentAtUrl } from '../../../functions/social-accounts/content-url-rules.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

const kick = '0b8f5d6e-1c2d-4e3f-8a9b-0c1d2e3f4a5b';

// By hand: URLs from a browser's address bar and share buttons.
const posts: readonly (readonly [Platform, given: string, id: string, canonical: string])[] = [
  ['TWITCH', 'https://www.twitch.tv/videos/2012345678', '2012345678', 'https://www.twitch.tv/videos/2012345678'],
  ['TWITCH', 'https://twitch.tv/videos/2012345678/', '2012345678', 'https://www.twitch.tv/videos/2012345678'],
  ['TWITCH', 'https://m.twitch.tv/videos/2012345678?t=1h2m', '2012345678', 'https://www.twitch.tv/videos/2012345678'],
  ['TWITCH', 'https://clips.twitch.tv/TameFox-x_1', 'TameFox-x_1', 'https://clips.twitch.tv/TameFox-x_1'],
  ['TWITCH', 'https://m.twitch.tv/clip/TameFox-x_1?desktop=1', 'TameFox-x_1', 'https://clips.twitch.tv/TameFox-x_1'],
  [
    'TWITCH',
    'https://www.twitch.tv/mira/clip/TameFox-x_1?filter=clips&range=7d',
    'TameFox-x_1',
    'https://www.twitch.tv/mira/clip/TameFox-x_1',
  ],
  ['KICK', `https://kick.com/mira-live/videos/${kick}`, kick, `https://kick.com/mira-live/videos/${kick}`],
  ['KICK', `https://www.kick.com/video/${kick}`, kick, `https://kick.com/video/${kick}`],
  ['KICK', `https://kick.com/video/${kick.toUpperCase()}`, kick, `https://kick.com/video/${kick}`],
  [
    'KICK',
    `https://kick.com/mira-live/videos/${kick.toUpperCase()}`,
    kick,
    `https://kick.com/mira-live/videos/${kick}`,
  ],
  [
    'YOUTUBE',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  [
    'YOUTUBE',
    'https://m.youtube.com/watch?list=PL0&v=dQw4w9WgXcQ&ab_channel=Rick+Astley,%20live!&t=42s#comments',
    'dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  [
    'YOUTUBE',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RDAMVM0',
    'dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  ...['www.youtube.com', 'youtube.com', 'www.youtube-nocookie.com', 'youtube-nocookie.com'].map(
    (host) =>
      [
        'YOUTUBE',
        `https://${host}/embed/dQw4w9WgXcQ?rel=0`,
        'dQw4w9WgXcQ',
        'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      ] as const,
  ),
  ['YOUTUBE', 'https://youtu.be/dQw4w9WgXcQ?si=a-B_c', 'dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  [
    'YOUTUBE',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  [
    'TIKTOK',
    'https://www.tiktok.com/@mira.draws/video/7301234567890123456?is_from_webapp=1',
    '7301234567890123456',
    'https://www.tiktok.com/@mira.draws/video/7301234567890123456',
  ],
  ...['https://m.tiktok.com/@mira.draws/photo', 'https://www.tiktok.com/%40mira.draws/video'].map(
    (before) =>
      [
        'TIKTOK',
        `${before}/7301234567890123456`,
        '7301234567890123456',
        'https://www.tiktok.com/@mira.draws/video/7301234567890123456',
      ] as const,
  ),
  [
    'INSTAGRAM',
    'https://www.instagram.com/p/Cx1_-yZabcd/?igsh=MzR%3D%3D&l=en|de&q=[x]#{a|b}',
    'Cx1_-yZabcd',
    'https://www.instagram.com/p/Cx1_-yZabcd/',
  ],
  ['INSTAGRAM', 'https://instagram.com/reel/Cx1_-yZabcd', 'Cx1_-yZabcd', 'https://www.instagram.com/p/Cx1_-yZabcd/'],
  [
    'INSTAGRAM',
    'https://m.instagram.com/mira.draws/reels/Cx1_-yZabcd/',
    'Cx1_-yZabcd',
    'https://www.instagram.com/p/Cx1_-yZabcd/',
  ],
  ['INSTAGRAM', 'https://www.instagram.com/tv/Cx1_-yZabcd/', 'Cx1_-yZabcd', 'https://www.instagram.com/p/Cx1_-yZabcd/'],
  [
    'TWITCH',
    'https://www.twitch.tv/mira/video/2012345678?filter=archives',
    '2012345678',
    'https://www.twitch.tv/videos/2012345678',
  ],
  ['TWITCH', 'https://twitch.tv/mira/v/2012345678', '2012345678', 'https://www.twitch.tv/videos/2012345678'],
  [
    'INSTAGRAM',
    'https://www.instagram.com/mira.draws/p/Cx1_-yZabcd/',
    'Cx1_-yZabcd',
    'https://www.instagram.com/p/Cx1_-yZabcd/',
  ],
  [
    'X',
    'https://x.com/i/web/status/1729000000000000001',
    '1729000000000000001',
    'https://x.com/i/status/1729000000000000001',
  ],
  [
    'INSTAGRAM',
    'https://www.instagram.com/stories/mira.draws/3141592653589793238/',
    '3141592653589793238',
    'https://www.instagram.com/stories/mira.draws/3141592653589793238/',
  ],
  [
    'X',
    'https://x.com/mira_draws/status/1729000000000000001',
    '1729000000000000001',
    'https://x.com/mira_draws/status/1729000000000000001',
  ],
  [
    'X',
    'https://twitter.com/i/status/1729000000000000001?s=20',
    '1729000000000000001',
    'https://x.com/i/status/1729000000000000001',
  ],
  [
    'X',
    'https://mobile.x.com/mira_draws/status/1729000000000000001/photo/1',
    '1729000000000000001',
    'https://x.com/mira_draws/status/1729000000000000001',
  ],
  [
    'X',
    'https://x.com/mira_draws/status/1729000000000000001/video/2',
    '1729000000000000001',
    'https://x.com/mira_draws/status/1729000000000000001',
  ],
];

const noPosts: readonly (readonly [Platform, string])[] = [
  ['TWITCH', 'https://www.twitch.tv/mira'],
  ['TWITCH', 'https://www.twitch.tv/mira/videos'],
  ['TWITCH', 'https://www.twitch.tv/videos/12a45678'],
  ['TWITCH', 'https://www.twitch.tv/videos/2012345678/more'],
  ['TWITCH', 'https://player.twitch.tv/videos/2012345678'],
  ['TWITCH', 'https://clips.twitch.tv/mira/clip/TameFox-x_1'],
  ['KICK', 'https://kick.com/mira-live'],
  ['KICK', 'https://kick.com/mira-live/videos/123'],
  ['KICK', `https://kick.com/mira-live/clips/${kick}`],
  ['YOUTUBE', 'https://www.youtube.com/@mira'],
  ['YOUTUBE', 'https://www.youtube.com/watch?list=PL0'],
  ['YOUTUBE', 'https://www.youtube.com/watch?v=short'],
  ['YOUTUBE', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&v=aaaaaaaaaaa'],
  ['YOUTUBE', 'https://www.youtube.com/playlist?v=dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://youtu.be/watch?v=dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://youtu.be/dQw4w9WgXcQ/more'],
  ['YOUTUBE', 'https://www.youtube.com/shorts/dQw4w9WgXc'],
  ['TIKTOK', 'https://www.tiktok.com/@mira.draws'],
  ['TIKTOK', 'https://www.tiktok.com/video/7301234567890123456'],
  ['TIKTOK', 'https://vm.tiktok.com/ZMabcdef/'],
  ['INSTAGRAM', 'https://www.instagram.com/mira.draws/'],
  ['INSTAGRAM', 'https://www.instagram.com/stories/highlights/17900000000000000x/'],
  // A page of the platform in place of a name or of an id.
  ['INSTAGRAM', 'https://www.instagram.com/share/reel/BAJq7x2abcd/'],
  ['INSTAGRAM', 'https://www.instagram.com/share/p/BAJq7x2abcd/'],
  ['INSTAGRAM', 'https://www.instagram.com/Share/reel/BAJq7x2abcd'],
  ['INSTAGRAM', 'https://www.instagram.com/explore/p/Cx1_-yZabcd/'],
  ['INSTAGRAM', 'https://www.instagram.com/reels/p/Cx1_-yZabcd/'],
  ['INSTAGRAM', 'https://www.instagram.com/stories/p/Cx1_-yZabcd/'],
  ['INSTAGRAM', 'https://www.instagram.com/.mira/reel/Cx1_-yZabcd/'],
  ['INSTAGRAM', 'https://www.instagram.com/reels/audio/'],
  ['INSTAGRAM', 'https://www.instagram.com/reels/audio/1234567890/'],
  ['INSTAGRAM', 'https://www.instagram.com/stories/highlights/17912345678901234/'],
  ['INSTAGRAM', 'https://www.instagram.com/reel/liked/'],
  ['INSTAGRAM', 'https://www.instagram.com/reels/videos/'],
  ['INSTAGRAM', 'https://www.instagram.com/reels/Trending'],
  ['INSTAGRAM', 'https://instagram.com/reel/embed'],
  ['INSTAGRAM', 'https://www.instagram.com/mira/p/embed/'],
  ['YOUTUBE', 'https://www.youtube.com/embed/live_stream?channel=UC0'],
  ['YOUTUBE', 'https://www.youtube-nocookie.com/embed/videoseries?list=PL0'],
  ['YOUTUBE', 'https://www.youtube-nocookie.com/watch?v=dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://music.youtube.com/embed/dQw4w9WgXcQ'],
  ['TWITCH', 'https://www.twitch.tv/clip/TameFox-x_1'],
  ['INSTAGRAM', 'https://www.instagram.com/mira/reel/templates/'],
  ['TWITCH', 'https://clips.twitch.tv/embed?clip=TameFox-x_1'],
  ['TWITCH', 'https://clips.twitch.tv/create'],
  ['TWITCH', 'https://www.twitch.tv/directory/clip/TameFox-x_1'],
  ['TWITCH', 'https://www.twitch.tv/videos/v/2012345678'],
  ['KICK', `https://kick.com/categories/videos/${kick}`],
  ['X', 'https://x.com/search/status/1729000000000000001'],
  ['X', 'https://x.com/intent/status/1729000000000000001'],
  ['X', 'https://x.com/mira_draws/web/status/1729000000000000001'],
  ['TIKTOK', 'https://www.tiktok.com/@.mira/video/7301234567890123456'],
  ['X', 'https://x.com/mira_draws'],
  ['X', 'https://x.com/mira_draws/status/17290000000000000x1'],
  ['X', 'https://x.com/mira_draws/status/1729000000000000001/likes'],
  ['X', 'https://t.co/abcdef'],
  ['X', 'https://x.com/mira_draws/status/01729000000000000001'],
  ['X', 'https://x.com/mira_draws/status/17290000000000000012'],
  ['TIKTOK', 'https://www.tiktok.com/@mira.draws/video/07301234567890123456'],
  ['TWITCH', 'https://www.twitch.tv/videos/02012345678'],
];

describe('the URL of a post', () => {
  test.each(posts)('has an id and one normal form on %s: %s', (platform, given, contentId, url) => {
    const isClip = given.includes('clip');
    // Every author of the list has a name like this one. Not each normal form has a name.
    const authorIn = (address: string) => /mira(?:[._-](?:draws|live))?/.exec(address)?.[0] ?? null;
    expect(contentAtUrl(platform, given)).toEqual({ contentId, url, author: authorIn(given), isClip });
    expect(contentAtUrl(platform, url)).toEqual({ contentId, url, author: authorIn(url), isClip });
  });

  test.each(posts)('is refused for another platform than %s: %s', (platform, given) => {
    for (const other of new Set(posts.map(([name]) => name)))
      if (other !== platform) expect(contentAtUrl(other, given), other).toBeNull();
  });

  test.each(noPosts)('is refused on %s: %s', (platform, url) => {
    expect(contentAtUrl(platform, url)).toBeNull();
  });

  test.each(posts)('hides no other host, port, user or scheme on %s: %s', (platform, given) => {
    const [, rest = ''] = given.split('https://');
    for (const hostile of [
      `http://${rest}`,
      `https://evil.example/${rest}`,
      `https://evil.example@${rest}`,
      given.replace(/(?<=[a-z])\//, '.evil.example/'),
      given.replace(/(?<=[a-z])\//, ':8443/'),
      `${given}\n`,
      ` ${given}`,
      `${given}"`,
      `${given}\\`,
      given.replace('//', '//\\'),
    ])
      expect(contentAtUrl(platform, hostile), hostile).toBeNull();
  });

  test('has at most 500 characters', () => {
    const long = (length: number) => `https://youtu.be/dQw4w9WgXcQ?si=${'a'.repeat(length - 32)}`;
    expect(long(500)).toHaveLength(500);
    expect(contentAtUrl('YOUTUBE', long(500))?.contentId).toBe('dQw4w9WgXcQ');
    expect(contentAtUrl('YOUTUBE', long(501))).toBeNull();
  });
});
