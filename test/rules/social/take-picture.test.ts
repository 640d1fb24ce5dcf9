import { expect, test } from 'vitest';
import type { SocialPlatform } from '../../../functions/platform/social/index.ts';
import { downloadPicture } from '../../../functions/social-accounts/download-picture.ts';
import { pictureOf } from '../../../scripts/local/endpoints/social-simulator/portraits/picture.ts';
import { aFile } from '../../support/market/files.ts';

const text = (content: string) => new TextEncoder().encode(content);
const base64 = (content: string) => new Uint8Array(Buffer.from(content, 'base64'));

const cost = { bucket: 'read', calls: 1, units: 1 };
const profile = {
  externalId: 'UC',
  handle: 'a',
  title: 'A',
  description: '',
  avatarUrl: 'https://yt3.ggpht.com/a',
  followers: null,
};
const taken = (bytes: Uint8Array<ArrayBuffer>) => {
  const platform: SocialPlatform = {
    channel: async () => null,
    latest: async () => ({ posts: [], next: null }),
    posts: async () => new Map(),
    audience: async () => null,
    postsPerCall: 50,
    costs: { channel: cost, latest: cost, posts: () => cost },
    windows: {},
    image: async () => bytes,
  };
  return downloadPicture(platform, profile).then(
    ({ contentType }) => contentType,
    (error) => error.code,
  );
};

const webp = base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA');
const lossless = new Uint8Array(aFile['image/webp']());
// 8192 x 8192, with a picture in it.
const extended = new Uint8Array([...base64('UklGRiwAAABXRUJQVlA4WAoAAAAAAAAA/x8A/x8A'), ...lossless.slice(12)]);
const jpeg = new Uint8Array(aFile['image/jpeg']());
const png = new Uint8Array(pictureOf('a', 8));

/** Replaces bytes at a position. */
const changed = (bytes: Uint8Array, at: number, ...other: number[]) => {
  const copy = new Uint8Array(bytes);
  copy.set(other, at);
  return copy;
};
const frameOf = (bytes: Uint8Array) => bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0);
const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');

test.each([
  ['a PNG', png, 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a WebP', webp, 'image/webp'],
  ['a lossless WebP', lossless, 'image/webp'],
  ['an extended WebP of the largest size', extended, 'image/webp'],
  ['a PNG of the largest size', changed(png, 16, 0, 0, 32, 0), 'image/png'],
])('%s is accepted as its type', async (_, bytes, type) => {
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
])('%s is refused as a picture', async (_, bytes) => {
  expect(await taken(bytes)).toBe('SERVICE_UNAVAILABLE');
});

test.each([
  ['a PNG', png],
  ['a JPEG', jpeg],
  ['a WebP', webp],
  ['a lossless WebP', lossless],
])('%s is refused as a picture when it is truncated anywhere', async (_, bytes) => {
  for (let length = 0; length < bytes.length; length++)
    expect(await taken(bytes.slice(0, length)), String(length)).toBe('SERVICE_UNAVAILABLE');
});

test.each([
  ['three bytes of a JPEG', new Uint8Array([0xff, 0xd8, 0xff])],
  ['a JPEG of a start and an end', new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
  ['twelve bytes of RIFF', base64('UklGRgQAAABXRUJQ')],
  ['a PNG 8193 wide', changed(png, 16, 0, 0, 32, 1)],
  ['a PNG 8193 high', changed(png, 20, 0, 0, 32, 1)],
  ['a PNG of no height', changed(png, 20, 0, 0, 0, 0)],
  ['a JPEG 65535 wide', changed(jpeg, frameOf(jpeg) + 7, 0xff, 0xff)],
  ['a WebP 16383 wide', changed(webp, 26, 0xff, 0x3f)],
  ['a lossless WebP 16384 wide', changed(lossless, 21, 0xff, 0x3f)],
  ['an extended WebP 8193 wide', changed(extended, 24, 0, 32)],
])('%s is refused for its size or content', async (_, bytes) => {
  expect(await taken(bytes)).toBe('SERVICE_UNAVAILABLE');
});
