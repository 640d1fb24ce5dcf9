import { layoutOf } from './formats.ts';
import { type PictureSize, walkThrough } from './walk.ts';

/**
 * The size of a picture that ends as a file of this type does; null where it does not. The caller has checked its first bytes.
 * Not image-size: it reads no further than a header, and gives a size for a PNG that is cut off, goes on after its end, or is 0 wide.
 */
export function pictureIn(bytes: Uint8Array, contentType: string): PictureSize | null {
  const walk = walkThrough(layoutOf(contentType), bytes.byteLength);
  walk.push(bytes);
  return walk.isWhole() ? walk.noted.picture : null;
}
