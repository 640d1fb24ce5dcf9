import { layoutOf } from './formats.ts';
import { type PictureSize, walkThrough } from './walk.ts';

/** The size of a picture that ends as a file of this type does; null where it does not. What its first bytes are, the caller has seen. */
export function pictureIn(bytes: Uint8Array, contentType: string): PictureSize | null {
  const walk = walkThrough(layoutOf(contentType), bytes.byteLength);
  walk.push(bytes);
  return walk.isWhole() ? walk.noted.picture : null;
}
