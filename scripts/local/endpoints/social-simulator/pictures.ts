import type { Answer } from '../endpoint.ts';
import { pictureOf } from './portraits/picture.ts';

export const pictureFaults = [
  'no-image',
  'image-500',
  'html-image',
  'svg-image',
  'gif-image',
  'huge-image',
  'redirect-image',
  'foreign-image',
] as const;

interface Pictured {
  readonly fails?: string | undefined;
  /** Another name gives another picture. */
  readonly picture?: string | undefined;
}

/** The URL of an account's picture; undefined without one. */
export function pictureUrl(origin: string, externalId: string, fails: string | undefined): string | undefined {
  if (fails === 'no-image') return undefined;
  return `${fails === 'foreign-image' ? 'https://pictures.example' : origin}/pictures/${externalId}`;
}

/** The picture, or its faulty replacement, which claims to be a PNG as an attacker's would. */
export function answerPicture(
  externalId: string,
  { fails, picture }: Pictured,
  { isFollowed, side }: { readonly isFollowed: boolean; readonly side: number },
): Answer {
  const png = { 'content-type': 'image/png' };
  if (fails === 'image-500') return { status: 500, body: 'Internal error', headers: { 'content-type': 'text/plain' } };
  if (fails === 'redirect-image' && !isFollowed)
    return { status: 302, body: '', headers: { location: `/pictures/${externalId}?followed` } };
  if (fails === 'html-image') return { status: 200, body: '<!doctype html><script>alert(1)</script>', headers: png };
  if (fails === 'svg-image') return { status: 200, body: svg, headers: png };
  if (fails === 'gif-image') return { status: 200, body: gif, headers: png };
  const bytes = pictureOf(picture ?? externalId, side);
  const body = fails === 'huge-image' ? Buffer.concat([bytes, Buffer.alloc(2 * 1024 * 1024)]) : bytes;
  return { status: 200, body, headers: { ...png, 'cache-control': 'public, max-age=86400' } };
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
