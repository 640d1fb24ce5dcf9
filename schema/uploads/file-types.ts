import { type NewFile, type UploadType, uploadTypes } from './uploads.ts';

/** The names of the types for people. */
export const typeNames: Readonly<Record<UploadType, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/quicktime': 'QuickTime',
  'video/webm': 'WebM',
  'application/pdf': 'PDF',
};

/** Other names under which browsers and tools announce these types, and the types of their families. */
const otherNames: Readonly<Record<UploadType, readonly string[]>> = {
  'image/jpeg': ['image/jpg', 'image/pjpeg', 'image/x-jpeg'],
  'image/png': ['image/x-png', 'image/apng', 'image/vnd.mozilla.apng'],
  'image/webp': ['image/x-webp'],
  'video/mp4': [
    ...['video/x-m4v', 'video/m4v', 'video/x-mp4', 'video/mpeg4', 'application/mp4', 'video/3gpp', 'video/3gpp2'],
    ...['video/3gp', 'audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/3gpp', 'audio/3gpp2'],
  ],
  'video/quicktime': ['video/x-quicktime', 'video/mov'],
  'video/webm': ['video/x-matroska', 'video/matroska', 'audio/webm', 'audio/x-matroska'],
  'application/pdf': ['application/x-pdf'],
};

/** The endings of their names: they decide when the announcement names no type. */
export const nameEndings: Readonly<Record<UploadType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4', 'm4v', '3gp', '3g2'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm', 'mkv'],
  'application/pdf': ['pdf'],
};

/** Browsers announce so what their system has no type for. */
const unnamed = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** The type of an announced file, by any of its names; null when it is none of the allowed ones. */
export function announcedType(file: Pick<NewFile, 'contentType' | 'fileName'>): UploadType | null {
  const name = bareType(file);
  if (unnamed.has(name)) return typeWith(nameEndings, endingOf(file));
  return allTypes().find((type) => type === name) ?? typeWith(otherNames, name);
}

/** HEIC is the format of Apple's cameras. */
export const heicText =
  'HEIC pictures are not accepted, because many programs do not open them. Export the picture as JPEG, and upload the JPEG.';

export const isHeic = (file: Pick<NewFile, 'contentType' | 'fileName'>): boolean =>
  /^image\/hei[cf]/.test(bareType(file)) || (unnamed.has(bareType(file)) && /^(hei[cf]s?|hif)$/.test(endingOf(file)));

/** Without parameters: a recording of a browser names its codecs. */
const bareType = ({ contentType }: Pick<NewFile, 'contentType'>): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

const endingOf = ({ fileName }: Pick<NewFile, 'fileName'>): string =>
  /\.(\w{1,8})\s*$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

const typeWith = (names: Readonly<Record<UploadType, readonly string[]>>, name: string): UploadType | null =>
  allTypes().find((type) => names[type].includes(name)) ?? null;

/** Safe: the table has exactly these keys. */
export const allTypes = () => Object.keys(uploadTypes) as UploadType[];

/** "JPEG, PNG or WebP". */
export const listOf = (words: readonly string[]): string =>
  words.length === 1 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
