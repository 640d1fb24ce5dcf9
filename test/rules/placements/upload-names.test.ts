import { describe, expect, test } from 'vitest';
import { typeOfAnnounced } from '../../../functions/uploads/rules.ts';
import { type FileKind, fileKinds, type UploadType } from '../../../schema/uploads/uploads.ts';

const typeOf = (contentType: string, fileName = 'proof', kinds: readonly FileKind[] = fileKinds): string => {
  try {
    return typeOfAnnounced({ fileName, contentType, size: 9 }, kinds);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const names: Readonly<Record<UploadType, readonly string[]>> = {
  'image/jpeg': ['image/jpg', 'image/pjpeg', 'IMAGE/JPEG', 'image/jpeg; charset=binary'],
  'image/png': ['image/x-png', 'image/apng'],
  'image/webp': ['image/webp'],
  'video/mp4': [
    ...['video/x-m4v', 'video/3gpp', 'video/3gpp2', 'application/mp4', 'audio/mp4', 'audio/x-m4a', 'audio/3gpp'],
    ...['video/mp4;codecs="avc1.42E01E, mp4a.40.2"', 'video/mp4 ; codecs=hvc1'],
  ],
  'video/quicktime': ['video/x-quicktime'],
  'video/webm': ['video/webm;codecs=vp9,opus', 'video/x-matroska', 'audio/webm'],
  'application/pdf': ['application/x-pdf'],
};

test.each(Object.entries(names))('%s is announced by each of its names', (type, others) => {
  for (const name of others) expect(typeOf(name), name).toBe(type);
});

const endings: Readonly<Record<UploadType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'JPG', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4', 'm4v', 'M4V', '3gp', '3g2'],
  'video/quicktime': ['mov', 'MOV'],
  'video/webm': ['webm', 'mkv'],
  'application/pdf': ['pdf'],
};

describe.each(['', 'application/octet-stream'])('a file that a browser announces as "%s"', (unnamed) => {
  test('has the type that its name ends in', () => {
    for (const [type, list] of Object.entries(endings))
      for (const ending of list) expect(typeOf(unnamed, `My clip (1).final.${ending}`), ending).toBe(type);
  });

  test('is refused when its name ends in no allowed type', () => {
    for (const name of ['proof', 'proof.bin', 'proof.html', 'proof.svg', 'mp4', '.jpg.exe'])
      expect(typeOf(unnamed, name), name).toMatch(/^This file type is not allowed here\. Export the file as JPEG, /);
  });
});

test('a type that is named counts, whatever the file name ends in', () => {
  expect(typeOf('image/png', 'proof.jpg')).toBe('image/png');
  expect(typeOf('text/html', 'proof.jpg')).toMatch(/not allowed here/);
});

test('HEIC is refused with the advice to export a JPEG', () => {
  const files = [
    ['image/heic'],
    ['image/heif'],
    ['image/heic-sequence'],
    ['', 'IMG_1.HEIC'],
    ['application/octet-stream', 'a.heif'],
  ];
  for (const [contentType = '', fileName] of files)
    expect(typeOf(contentType, fileName)).toMatch(/^HEIC pictures are not accepted, .* Export the picture as JPEG/);
});

test('a refusal names the types that are allowed there', () => {
  expect(typeOf('image/gif', 'a.gif', ['IMAGE'])).toBe(
    'This file type is not allowed here. Export the file as JPEG, PNG or WebP, and upload that.',
  );
  expect(typeOf('image/png', 'a.png', ['JPEG'])).toBe(
    'This file type is not allowed here. Export the file as JPEG, and upload that.',
  );
});
