import { type FileKind, kindsOf, type UploadType, uploadTypes } from '../../../../schema/uploads/uploads.ts';

const names: Readonly<Record<UploadType, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/quicktime': 'QuickTime',
  'video/webm': 'WebM',
  'application/pdf': 'PDF',
};

/** File kinds and size limit of an upload purpose. */
export interface Taken {
  readonly kinds: readonly FileKind[];
  /** A limit below that of the file type. */
  readonly maxBytes?: number;
}

/** The content types of a purpose, with their largest sizes in bytes. */
export const sizesOf = ({ kinds, maxBytes = Number.POSITIVE_INFINITY }: Taken): ReadonlyMap<UploadType, number> =>
  new Map(
    allTypes()
      .filter((type) => kindsOf(type).some((kind) => kinds.includes(kind)))
      .map((type) => [type, Math.min(uploadTypes[type], maxBytes)]),
  );

/** Safe: the table has exactly these keys. */
const allTypes = () => Object.keys(uploadTypes) as UploadType[];

/** The types and sizes in words: "JPEG, PNG or WebP up to 10 MiB". */
export const termsOf = (taken: Taken): string =>
  [...Map.groupBy(sizesOf(taken), ([, bytes]) => bytes)]
    .map(([bytes, types]) => `${listOf(types.map(([type]) => names[type]))} up to ${bytes / 1024 ** 2} MiB`)
    .join('; ');

const listOf = (words: readonly string[]): string =>
  words.length === 1 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
