import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../functions/uploads/check-file.ts';
import { editor } from '../../../functions/uploads/store-edited.ts';
import { aFile, announced, foreignFiles } from '../../support/market/files.ts';
import {
  aPhoto,
  aScreenshot,
  aWebp,
  barePhoto,
  bareScreenshot,
  bareWebp,
  secrets,
} from '../../support/market/photos.ts';

const streamOf = (bytes: Uint8Array, length: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    type: 'bytes',
    start(controller) {
      for (let at = 0; at < bytes.length; at += length)
        controller.enqueue(Uint8Array.from(bytes.subarray(at, at + length)));
      controller.close();
    },
  });

/** The served file, read in chunks of this many bytes; null when it is refused. */
async function served(bytes: Buffer, type: string, length = 50): Promise<Buffer | null> {
  const checked = await checkFile(streamOf(bytes, length), announced(bytes, type));
  if (checked === null) return null;
  const edit = editor(checked.edits);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) parts.push(...edit(bytes.subarray(at, at + length)));
  return Buffer.concat(parts);
}

const turned = (orientation: number): Buffer =>
  Buffer.from(
    `ffe10022457869660000 4d4d002a00000008 0001011200030000000100 0${orientation}0000 00000000`.replaceAll(' ', ''),
    'hex',
  );

describe.each([
  ['image/jpeg', aPhoto(), barePhoto()],
  ['image/png', aScreenshot(), bareScreenshot()],
  ['image/webp', aWebp(), bareWebp()],
])('an image of %s', (type, whole, bare) => {
  test('is served without EXIF, XMP, texts and comments, and draws the same picture', async () => {
    for (const secret of secrets) expect(whole.includes(secret), secret).toBe(true);
    for (const length of [1, 7, 50, 100_000]) expect(await served(whole, type, length), `${length}`).toEqual(bare);
  });

  test('is served unchanged when it has no metadata', async () => {
    expect(await served(bare, type)).toEqual(bare);
  });

  test('is refused with a page, an archive or a program after its end', async () => {
    for (const [name, tail] of Object.entries(foreignFiles))
      expect(await served(Buffer.concat([bare, tail]), type), name).toBeNull();
    expect(await served(Buffer.concat([bare, Buffer.from([0])]), type)).toBeNull();
  });
});

test.each([2, 3, 6, 8])(
  'a photo with the orientation %i is served with it, and with no other EXIF',
  async (orientation) => {
    expect(await served(aPhoto({ orientation }), 'image/jpeg')).toEqual(barePhoto(turned(orientation)));
  },
);

test.each([0, 1, 9])('an invalid orientation of %i is removed', async (orientation) => {
  expect(await served(aPhoto({ orientation }), 'image/jpeg')).toEqual(barePhoto());
});

test('data that phones append to a photo is accepted, and not served', async () => {
  const samsung = Buffer.concat([Buffer.from('Image_UTC_Data SEFH'), Buffer.alloc(16), Buffer.from('SEFT')]);
  for (const tail of [samsung, aPhoto(), Buffer.concat([aPhoto(), aFile['image/jpeg'](), samsung])])
    expect(await served(aPhoto({ tail }), 'image/jpeg')).toEqual(barePhoto());
  for (const tail of [
    aPhoto().subarray(0, -2),
    Buffer.concat([aPhoto(), foreignFiles.html ?? samsung]),
    Buffer.from('SEFT'),
  ])
    expect(await served(aPhoto({ tail }), 'image/jpeg')).toBeNull();
});

test('bytes between two segments of a JPEG are not served', async () => {
  const bare = barePhoto();
  const hidden = Buffer.concat([bare.subarray(0, 20), Buffer.from('<script>'), bare.subarray(20)]);
  expect(await served(hidden, 'image/jpeg')).toEqual(bare);
});

/** Replaces bytes at a position. */
const changed = (bytes: Buffer, at: number, digits: string): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(digits, 'hex'), bytes.subarray(at + digits.length / 2)]);
const jpeg = aFile['image/jpeg']();
const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5;

test.each([
  ['a PNG of 10,000 x 10,000', 'image/png', changed(aFile['image/png'](), 16, '0000271000002710'), true],
  ['a PNG of 10,000 x 10,001', 'image/png', changed(aFile['image/png'](), 16, '0000271000002711'), false],
  ['a PNG of 60,000 x 60,000', 'image/png', changed(aFile['image/png'](), 16, '0000ea600000ea60'), false],
  ['a PNG of no width', 'image/png', changed(aFile['image/png'](), 16, '0000000000000001'), false],
  ['a JPEG of 10,000 x 10,000', 'image/jpeg', changed(jpeg, frame, '27102710'), true],
  ['a JPEG of 65,535 x 65,535', 'image/jpeg', changed(jpeg, frame, 'ffffffff'), false],
  ['a WebP of 16,384 x 16,384', 'image/webp', changed(bareWebp(), 24, 'ff3f00ff3f00'), false],
])('%s is accepted with at most 100 megapixels', async (_, type, bytes, isTaken) => {
  expect((await served(bytes, type)) !== null).toBe(isTaken);
});

test('videos are served unchanged', async () => {
  const film = aFile['video/mp4'](1_000);
  expect(await served(film, 'video/mp4')).toEqual(film);
});
