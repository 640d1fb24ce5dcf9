import { expect, test } from 'vitest';
import type { SocialPlatform } from '../../functions/platform/social/index.ts';
import { takePicture } from '../../functions/social-accounts/take-picture.ts';
import { pictureOf } from '../../scripts/local/social-simulator/picture.ts';

const text = (content: string) => new TextEncoder().encode(content);
const base64 = (content: string) => new Uint8Array(Buffer.from(content, 'base64'));

const taken = (bytes: Uint8Array<ArrayBuffer>) => {
  const platform: SocialPlatform = {
    channel: async () => ({
      externalId: 'UC',
      handle: 'a',
      title: 'A',
      description: '',
      avatarUrl: 'https://yt3.ggpht.com/a',
    }),
    latestVideos: async () => [],
    image: async () => bytes,
  };
  return takePicture(platform, { handle: 'a' }).then(
    ({ contentType }) => contentType,
    (error) => error.code,
  );
};

const webp = base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA');
const jpeg = base64(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////2Q==',
);
const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');

test.each([
  ['a PNG', new Uint8Array(pictureOf('a', 8)), 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a WebP', webp, 'image/webp'],
])('%s is taken as what it is', async (_, bytes, type) => {
  expect(await taken(bytes)).toBe(type);
});

test.each([
  ['nothing', text('')],
  ['a GIF', gif],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['SVG with a declaration', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', text('<!doctype html><script>alert(1)</script>')],
  ['HTML that names a PNG', text('image/png <html>')],
  ['a program', text('MZ\u0090\u0000')],
  ['a PDF', text('%PDF-1.7')],
  ['a BMP', text('BM000000000000000000')],
  ['the first bytes of a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
])('%s is no picture', async (_, bytes) => {
  expect(await taken(bytes)).toBe('SERVICE_UNAVAILABLE');
});
