import { layoutOf } from './formats.ts';
import { type PictureSize, walkThrough } from './walk.ts';

/**
 * The size of a complete picture of this type; null when it is incomplete. The caller has checked its first bytes. image-size does not fit:
 * it reads only the header, and returns a size for a PNG that is truncated, has trailing data, or is 0 wide.
 */
export function pictureIn(bytes: Uint8Array, contentType: string): PictureSize | null {
  const walk = walkThrough(layoutOf(contentType), bytes.byteLength);
  walk.push(bytes);
  return walk.isWhole() ? walk.findings.picture : null;
}
