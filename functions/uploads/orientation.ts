import { latin } from './read-bytes.ts';

/** The orientation of a photo (EXIF 2.32, 4.6.5, tag 0x0112): 2 to 8. Null when its EXIF segment has none, or the photo is upright. */
export function orientationIn(segment: Uint8Array): number | null {
  if (latin(segment.subarray(0, 6)) !== 'Exif\0\0') return null;
  const order = latin(segment.subarray(6, 8));
  if (order !== 'II' && order !== 'MM') return null;
  const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6);
  const isLittle = order === 'II';
  try {
    const directory = tiff.getUint32(4, isLittle);
    const entries = tiff.getUint16(directory, isLittle);
    for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
      if (tiff.getUint16(at, isLittle) !== 0x0112) continue;
      const value = tiff.getUint16(at + 8, isLittle);
      return value >= 2 && value <= 8 ? value : null;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the segment is too short
  }
  return null;
}

/** A JPEG segment with an EXIF directory of that single tag. */
export const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.from([
    ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
