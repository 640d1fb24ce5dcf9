import type { UploadType } from '../../schema/uploads/uploads.ts';
import { jpeg, png, webp } from './images.ts';
import { isoMedia } from './iso-media.ts';
import { matroska } from './matroska.ts';
import { pdf } from './pdf.ts';
import type { Format, Walked } from './walk.ts';

type Layout = (file: Walked) => Format;

/** The layout of a file type; none for types that cannot be announced. */
export function layoutOf(contentType: string): Layout {
  const known: Readonly<Record<string, Layout>> = layouts;
  return known[contentType] ?? none;
}

/** Types with one layout are a family. Programs name files of a family by each other's types, so the container decides. */
export const isOneFamily = (type: UploadType, other: string): boolean => layouts[type] === layoutOf(other);

const layouts: Readonly<Record<UploadType, Layout>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'video/mp4': isoMedia,
  'video/quicktime': isoMedia,
  'video/webm': matroska,
  'application/pdf': pdf,
};

function* none(): Format {
  yield { skip: 0 };
  return 'DAMAGED';
}
