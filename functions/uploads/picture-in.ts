import type { WholePicture } from './whole-picture.ts';

/** A complete picture, or null. The parsers of files are loaded on first use: few requests need them. */
export const pictureIn = async (bytes: Uint8Array<ArrayBuffer>): Promise<WholePicture | null> =>
  (await import('./whole-picture.ts')).wholePicture(bytes);
