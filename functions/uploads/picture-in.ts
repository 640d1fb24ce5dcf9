import { layoutOf } from './formats.ts';
import { type PictureSize, walkThrough } from './walk.ts';

/**
 * The size at which browsers show a complete picture of this type; null when it is incomplete. The caller has checked its first bytes. image-size does not fit:
 * it reads only the header, and returns a size for a PNG that is truncated, has trailing data, or is 0 wide.
 */
export function pictureIn(bytes: Uint8Array, contentType: string): PictureSize | null {
  const walk = walkThrough(layoutOf(contentType), bytes.byteLength);
  walk.push(bytes);
  const { picture, isSideways } = walk.findings;
  if (picture === null || !walk.isWhole()) return null;
  return isSideways ? { width: picture.height, height: picture.width } : picture;
}
