import { type PictureType, pictureTypes } from '../../schema/shared/enums.ts';
import { layoutOf } from './formats.ts';
import { editor } from './store-served.ts';
import { headBytes, typeIn } from './type-in.ts';
import { type PictureSize, walkThrough } from './walk.ts';

export interface WholePicture extends PictureSize {
  readonly contentType: PictureType;
  /** Without metadata and without what follows the end. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A complete picture with its type and the size at which browsers show it; null when it is incomplete, or something else. image-size does not
 * fit: it reads only the header, and returns a size for a PNG that is truncated, or is 0 wide.
 */
export function wholePicture(bytes: Uint8Array<ArrayBuffer>): WholePicture | null {
  const type = typeIn(bytes.subarray(0, headBytes));
  const contentType = pictureTypes.find((one) => one === type);
  if (contentType === undefined) return null;
  const walk = walkThrough(layoutOf(contentType), bytes.byteLength);
  walk.push(bytes);
  const { picture, isSideways, edits } = walk.findings;
  if (picture === null || walk.end() !== null) return null;
  const size = isSideways ? { width: picture.height, height: picture.width } : picture;
  return { ...size, contentType, bytes: edits.length === 0 ? bytes : joined([...editor(edits)(bytes)]) };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
