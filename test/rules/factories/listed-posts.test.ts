import { describe, expect, test } from 'vitest';
import { postAt, refuseWhole, shownPost } from '../../../functions/factories/posts/rules.ts';

const refusal = (code: string) => expect.objectContaining({ code });

describe('the address of a post', () => {
  test.each([
    ['YOUTUBE', 'https://youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ', null],
    ['TWITCH', 'https://www.twitch.tv/videos/2012345678', '2012345678', null],
    ['TIKTOK', 'https://www.tiktok.com/@mira.draws/video/7301234567890123456', '7301234567890123456', 'mira.draws'],
    ['X', 'https://x.com/i/status/1729000000000000001', '1729000000000000001', null],
    ['INSTAGRAM', 'https://www.instagram.com/reel/Cx1_-yZabcd/', 'Cx1_-yZabcd', null],
  ])('the platform of an address is known by its host: %s', (platform, url, contentId, author) => {
    expect(postAt(url)).toMatchObject({ platform, contentId, author });
  });

  test('the addresses of an account and of a clip are refused', () => {
    expect(() => postAt('https://www.youtube.com/@drinks')).toThrow(refusal('VALIDATION_FAILED'));
    expect(() => postAt('https://clips.twitch.tv/TameFox-x_1')).toThrow(refusal('INVALID_PROOF'));
  });
});

const reading = {
  ownerExternalId: 'UC1',
  publishedAt: new Date('2026-11-20T10:00:00Z'),
  visibility: 'PUBLIC',
  mediaType: 'VIDEO',
  ...{ title: 'Iced tea', durationSeconds: 60, hashtags: ['tea'] },
} as const;

describe('a post as its platform shows it', () => {
  test('a public post is taken as the platform describes it', () => {
    expect(shownPost(reading)).toEqual(reading);
    expect(shownPost({ ...reading, title: null }).title).toBeNull();
  });

  test.each([
    ['that is gone', 'GONE'],
    ['that is private', 'PRIVATE'],
    ['that is not listed', { ...reading, visibility: 'UNLISTED' }],
    ['that is not published yet', { ...reading, visibility: 'UPCOMING' }],
    ['without an account', { ...reading, ownerExternalId: null }],
  ] as const)('a post %s is refused', (_, given) => {
    expect(() => shownPost(given)).toThrow(refusal('INVALID_PROOF'));
  });
});

test('only a post of an account in mode LISTED can be removed', () => {
  expect(() => refuseWhole({ mode: 'LISTED' })).not.toThrow();
  expect(() => refuseWhole({ mode: 'ACCOUNT' })).toThrow(refusal('INVALID_STATE'));
});
