import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../functions/campaigns/posts/rules.ts';
import { channelAtUrl, channelOfHandle } from '../../../functions/creators/channels/channel-url.ts';
import { addressOf } from '../../../functions/creators/channels/rules.ts';
import { nameOf, platformIn } from '../../../functions/factories/accounts/rules.ts';
import { postAt } from '../../../functions/factories/posts/rules.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const addresses = { ofHandle: channelOfHandle, atUrl: channelAtUrl };

/** Each place that reads an address, with the text of its refusal. */
const readers: Readonly<Record<string, (url: string) => unknown>> = {
  'a post of a campaign': (url) => contentOf({ platform: 'TIKTOK', handle: 'mira' }, url),
  'a post of a factory': postAt,
  'a channel': (canonicalUrl) => addressOf({ platform: 'TIKTOK', canonicalUrl }),
  'an account of a factory': (url) => nameOf({ url, platform: platformIn({ url }, addresses) }, addresses),
  'an account of a factory with a platform': (url) => nameOf({ url, platform: 'INSTAGRAM' }, addresses),
};

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal) return JSON.stringify([error.code, error.message, error.details]);
    throw error;
  }
  return 'not refused';
}

const shared = [
  'https://vm.tiktok.com/ZMabc1234/',
  'https://vt.tiktok.com/ZSabc1234/',
  'https://www.tiktok.com/t/ZTabc1234/',
  'https://lite.tiktok.com/t/ZSabc1234/',
  'https://m.tiktok.com/v/7301234567890123456.html',
  'http://VM.TikTok.com/ZMabc1234',
  'vm.tiktok.com/ZMabc1234',
  'https://www.instagram.com/share/reel/BAJq7x2abcd/',
  'https://www.instagram.com/share/BAJq7x2abcd',
  'https://instagram.com/share/p/BAJq7x2abcd/?x=1',
  'https://www.instagram.com/s/aGlnaGxpZ2h0OjE3?story_media_id=1',
  'https://instagr.am/p/Cx1_-yZabcd/',
  'https://t.co/abcdef',
  'https://bit.ly/3abcdef',
  'https://fb.watch/abcdef/',
  'https://www.facebook.com/share/r/abcdef/',
  'https://l.instagram.com/?u=https%3A%2F%2Fx.example',
  'https://www.youtube.com/clip/UgkxAbcdefghijklmnopqrstuvwxyz012345',
  'https://www.youtube.com/redirect?q=https%3A%2F%2Fx.example',
];

describe.each(Object.entries(readers))('the address of %s', (_, read) => {
  test.each(shared)('is refused with the way to the right one: %s', (url) => {
    const refusal = refusalOf(() => read(url));
    expect(refusal).toContain('VALIDATION_FAILED');
    expect(refusal).toContain('Open the link in a browser and copy the address that it shows.');
  });

  test.each([
    'https://www.instagram.com/shares/reel/BAJq7x2abcd/x',
    'https://t.co.example/abcdef',
    'https://example.com/vm.tiktok.com/abc',
    'https://www.tiktok.com/tag/x',
  ])('gets no such advice if it is no share link: %s', (url) => {
    expect(refusalOf(() => read(url))).toMatch(/^\["VALIDATION_FAILED"(?!.*Open the link)/);
  });
});

const id = '0b8f5d6e-1c2d-4e3f-8a9b-0c1d2e3f4a5b';

describe('a name in the address of a post', () => {
  test.each([
    ['INSTAGRAM', (name: string) => `https://www.instagram.com/${name}/reel/Cx1_-yZabcd/`],
    ['INSTAGRAM', (name: string) => `https://www.instagram.com/${name}/p/Cx1_-yZabcd/`],
    ['INSTAGRAM', (name: string) => `https://www.instagram.com/${name}/tv/Cx1_-yZabcd/`],
    ['INSTAGRAM', (name: string) => `https://www.instagram.com/stories/${name}/3141592653589793238/`],
    ['TIKTOK', (name: string) => `https://www.tiktok.com/@${name}/video/7301234567890123456`],
    ['TWITCH', (name: string) => `https://www.twitch.tv/${name}/video/2012345678`],
    ['KICK', (name: string) => `https://kick.com/${name}/videos/${id}`],
    ['X', (name: string) => `https://x.com/${name}/status/1729000000000000001`],
  ] as const)('is compared with the account on %s: %s', (platform, addressWith) => {
    const account = { platform, handle: 'Mira1' };
    expect(contentOf(account, addressWith('mira1')).author).toBe('mira1');
    expect(refusalOf(() => contentOf(account, addressWith('other1')))).toContain('INVALID_PROOF');
  });
});
