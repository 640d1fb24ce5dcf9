import { aFile, foreignFiles, pngChunk } from '../market/files.ts';
import { aPhoto, aScreenshot, aWebp, barePhoto, bareScreenshot, bareWebp } from '../market/photos.ts';
import { type Accepted, hex, joined, latin, segment } from './bytes.ts';
import { film } from './films.ts';

const samsung = joined(latin('MotionPhoto_Data'), film('mp42'), latin('SEFH'), Buffer.alloc(16), latin('SEFT'));
const html = foreignFiles.html ?? Buffer.alloc(0);

/** What phones, cameras and tools append to a picture. */
const tails: Readonly<Record<string, Buffer>> = {
  'the film of a motion photo': film('mp42', 'isom'),
  'the block of a Samsung phone': samsung,
  'a preview of the same picture': aPhoto(),
  'a gain map and a film': joined(aPhoto(), film('isom')),
  'the rest of a larger screenshot': aScreenshot().subarray(40),
  'a line break': latin('\r\n'),
  'zero bytes': Buffer.alloc(4_096),
  'an AFCP block of an editor': joined(latin('AXS!'), Buffer.alloc(20), latin('AXS*')),
  'the data of a 360 degree camera': joined(Buffer.alloc(3_000, 0xa5), hex('8db42d694ccc418790edff439fe026bf')),
  'a page': html,
  'an archive': foreignFiles.zip ?? Buffer.alloc(0),
  'a cut picture': aPhoto().subarray(0, -30),
};

/** A photo of a phone with the segments that name what follows it: none of them is served. */
const appSegments = joined(
  segment(
    0xe1,
    latin('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta GCamera:MotionPhoto="1" hdrgm:Version="1.0" Item:Length="4711"/>'),
  ),
  segment(0xe2, joined(latin('MPF\0'), hex('4d4d002a00000008'), Buffer.alloc(60))),
  segment(0xe2, latin('urn:iso:std:iso:ts:21496:-1\0')),
  segment(0xe0, joined(latin('JFXX\0'), Buffer.alloc(20))),
  segment(0xec, latin('Ducky')),
);
const withSegments = (photo: Buffer): Buffer => joined(photo.subarray(0, 20), appSegments, photo.subarray(20));

const plain: readonly (readonly [type: string, whole: Buffer, bare: Buffer])[] = [
  ['image/jpeg', aPhoto(), barePhoto()],
  ['image/png', aScreenshot(), bareScreenshot()],
  ['image/webp', aWebp(), bareWebp()],
];

const png = aFile['image/png']();
const jpeg = aFile['image/jpeg']();
const bareJpeg = joined(jpeg.subarray(0, 20), jpeg.subarray(28));
/** Without the padding of its last chunk, whose length is odd. */
const unpaddedWebp = (): Buffer => {
  const body = joined(latin('WEBPVP8L'), hex('0d000000'), aFile['image/webp'](0).subarray(20, 33));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return joined(latin('RIFF'), length, body);
};

/** Pictures as phones, cameras and tools make them. */
export const pictures: readonly Accepted[] = [
  ...plain.flatMap(([type, whole, bare]) => [
    { name: `a picture of ${type}`, type, bytes: whole, served: bare },
    ...Object.entries(tails).map(([name, tail]) => ({
      name: `${type} before ${name}`,
      type,
      bytes: joined(whole, tail),
      served: bare,
    })),
  ]),
  {
    name: 'an Ultra HDR motion photo with a directory of its pictures',
    type: 'image/jpeg',
    bytes: joined(withSegments(aPhoto()), aPhoto(), film('mp42')),
    served: barePhoto(),
  },
  {
    name: 'a JPEG with fill bytes',
    type: 'image/jpeg',
    bytes: joined(bareJpeg.subarray(0, 20), hex('ffffff'), bareJpeg.subarray(20)),
    served: bareJpeg,
  },
  {
    name: 'an animated PNG',
    type: 'image/png',
    bytes: joined(png.subarray(0, 33), pngChunk('acTL', hex('00000001 00000000')), png.subarray(33)),
  },
  { name: 'a WebP without its last padding', type: 'image/webp', bytes: unpaddedWebp() },
];
