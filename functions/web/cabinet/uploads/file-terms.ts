import { allTypes, listOf, nameEndings, typeNames } from '../../../../schema/uploads/file-types.ts';
import { type FileKind, kindsOf, type UploadType, uploadTypes } from '../../../../schema/uploads/uploads.ts';

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

/** The types and sizes in words: "JPEG, PNG or WebP up to 10 MiB". */
export const termsOf = (taken: Taken): string =>
  [...Map.groupBy(sizesOf(taken), ([, bytes]) => bytes)]
    .map(([bytes, types]) => `${listOf(types.map(([type]) => typeNames[type]))} up to ${bytes / 1024 ** 2} MiB`)
    .join('; ');

/** What a file dialog offers: the types, and the endings for which some systems have another type or none. */
export const offeredOf = (taken: Taken): string =>
  [...sizesOf(taken).keys()].flatMap((type) => [type, ...nameEndings[type].map((ending) => `.${ending}`)]).join();
