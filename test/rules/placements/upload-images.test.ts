import { describe, expect, test } from 'vitest';
import { downloadPicture } from '../../../functions/social-accounts/download-picture.ts';
import { checked } from '../../support/corpus/checked.ts';
import { aFile, foreignFiles } from '../../support/market/files.ts';
import {
  aPhoto,
  aScreenshot,
  aWebp,
  barePhoto,
  bareScreenshot,
  bareWebp,
  secrets,
} from '../../support/market/photos.ts';

/** The served file, read in chunks of this many bytes; null when it is refused. */
async function served(bytes: Buffer, type: string, length = 50): Promise<Buffer | null> {
  return (await checked(bytes, type, length)).served;
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

  test('is served without a page, an archive, a program or a byte after its end', async () => {
    for (const [name, tail] of [...Object.entries(foreignFiles), ['a byte', Buffer.from([0])] as const])
      expect(await served(Buffer.concat([whole, tail]), type), name).toEqual(bare);
  });

  test('is refused with a page, an archive, a program or a byte before its beginning', async () => {
    for (const [name, front] of [...Object.entries(foreignFiles), ['a byte', Buffer.from([0])] as const])
      expect(await served(Buffer.concat([front, bare]), type), name).toBeNull();
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

test('videos without a tail are served unchanged', async () => {
  const film = aFile['video/mp4'](1_000);
  expect(await served(film, 'video/mp4')).toEqual(film);
});

describe('a picture of a platform', () => {
  const downloaded = (bytes: Buffer) =>
    downloadPicture({ image: async () => Uint8Array.from(bytes) }, { avatarUrl: 'https://pictures.example/1' });

  test.each([
    ['image/jpeg', aPhoto(), barePhoto()],
    ['image/png', aScreenshot(), bareScreenshot()],
    ['image/webp', aWebp(), bareWebp()],
  ])('of the type %s is stored without metadata and without what follows its end', async (contentType, whole, bare) => {
    const { bytes, ...picture } = await downloaded(Buffer.concat([whole, foreignFiles.html ?? whole]));
    expect(picture).toEqual({ contentType });
    expect(Buffer.from(bytes)).toEqual(bare);
  });

  test('is not stored when it is of another type, cut, or after other data', async () => {
    const files = [aFile['video/mp4'](), aPhoto().subarray(0, -9), ...Object.values(foreignFiles)];
    for (const bytes of [...files, Buffer.concat([foreignFiles.gif ?? aPhoto(), aPhoto()])])
      await expect(downloaded(bytes)).rejects.toThrow();
  });
});
