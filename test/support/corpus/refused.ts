import { aFile, foreignFiles, pngChunk } from '../market/files.ts';
import { aPhoto } from '../market/photos.ts';
import { be32, box, hex, joined, latin, type Refused } from './bytes.ts';
import { film } from './films.ts';
import { linearised } from './papers.ts';

const jpeg = aFile['image/jpeg'](200);
const png = aFile['image/png'](200);
const webp = aFile['image/webp'](200);
const mp4 = film('isom');
const ftyp = mp4.subarray(0, 20);
const webm = aFile['video/webm'](200);

const heic = joined(box('ftyp', latin('heic'), be32(0), latin('mif1heic')), box('meta', Buffer.alloc(90)));
const isHeic = /^HEIC pictures are not accepted, because many programs do not open them\. Export the picture as JPEG/;

/** Files of another type than announced. The reason names what they are. */
const otherTypes: readonly Refused[] = [
  [
    'a JPEG as PNG',
    'image/png',
    jpeg,
    /^The file is JPEG, not PNG as announced\. Announce it as image\/jpeg, or export it as PNG/,
  ],
  ['a PNG as JPEG', 'image/jpeg', png, /^The file is PNG, not JPEG as announced\./],
  ['a WebP as JPEG', 'image/jpeg', webp, /^The file is WebP, not JPEG as announced\./],
  ['an MP4 as JPEG', 'image/jpeg', mp4, /^The file is MP4, not JPEG as announced\. Announce it as video\/mp4/],
  ['an MP4 as WebM', 'video/webm', mp4, /^The file is MP4, not WebM as announced\./],
  ['a WebM as MP4', 'video/mp4', webm, /^The file is WebM, not MP4 as announced\./],
  ['a PDF as PNG', 'image/png', aFile['application/pdf'](), /^The file is PDF, not PNG as announced\./],
  ['a picture as PDF', 'application/pdf', png, /^The file is PNG, not PDF as announced\./],
  ['a HEIC as JPEG', 'image/jpeg', heic, isHeic],
  ['a HEIC as MP4', 'video/mp4', heic, isHeic],
  [
    'an AVIF as PNG',
    'image/png',
    joined(box('ftyp', latin('avif'), be32(0)), box('meta')),
    /^The file is AVIF, not PNG/,
  ],
  ['a GIF as PNG', 'image/png', foreignFiles.gif ?? png, /^The file is GIF, not PNG as announced: .* Export it as PNG/],
  ['an archive as PDF', 'application/pdf', foreignFiles.zip ?? png, /^The file is ZIP, not PDF/],
  ['a program as MP4', 'video/mp4', foreignFiles.exe ?? png, /^The file is EXE, not MP4/],
  ['a page as JPEG', 'image/jpeg', foreignFiles.html ?? png, /^The file is HTML, not JPEG/],
  ['a drawing as PNG', 'image/png', foreignFiles.svg ?? png, /^The file is SVG, not PNG/],
  [
    'a drawing with a declaration as PNG',
    'image/png',
    latin('<?xml version="1.0"?>\n<svg/>'),
    /^The file is SVG, not PNG/,
  ],
  ['words as PDF', 'application/pdf', foreignFiles.text ?? png, /^The file is text, not PDF/],
].map(named);

/** Other data before a file: a program that trusts the first bytes would show it as something else. */
const frontParts: readonly Refused[] = (
  [
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
    ['video/mp4', mp4],
    ['video/webm', webm],
    ['application/pdf', aFile['application/pdf']()],
  ] as const
).flatMap(([type, bytes]) => [
  ...Object.entries(foreignFiles).map(([name, front]) => ({
    name: `${name} before ${type}`,
    type,
    bytes: joined(front, bytes),
    reason: /^The file is (SVG|HTML|EXE|ZIP|GIF|text), not /,
  })),
  {
    name: `a paragraph before ${type}`,
    type,
    bytes: joined(latin('<p>hello</p>'), bytes),
    reason: /^The file is HTML, not /,
  },
  {
    name: `bytes of no known type before ${type}`,
    type,
    bytes: joined(hex('0102030405060708'), bytes),
    reason: /^The file is not \w+, and of no type that we know: nothing else may stand at its beginning/,
  },
]);

const incomplete = /^The (JPEG|PNG|WebP|MP4|QuickTime|WebM|PDF) file is not complete: its end is missing\./;

/** Files that were cut, and lengths that state more than there is. */
const cutOff: readonly Refused[] = [
  ...Object.entries({
    'image/jpeg': jpeg,
    'image/png': png,
    'image/webp': webp,
    'video/mp4': mp4,
    'video/webm': webm,
  }).flatMap(([type, bytes]) =>
    [3, 8, 100].map((missing) => ({
      name: `${type} without its last ${missing} bytes`,
      type,
      bytes: bytes.subarray(0, -missing),
      reason: incomplete,
    })),
  ),
  ...[
    [
      'a PNG chunk of 4 GiB',
      'image/png',
      joined(png.subarray(0, 33), hex('ffffffff'), latin('tEXt'), png.subarray(33)),
      incomplete,
    ],
    [
      'a WebP chunk of 4 GiB',
      'image/webp',
      joined(webp.subarray(0, 12), latin('EXIF'), hex('ffffffff'), webp.subarray(20)),
      incomplete,
    ],
    ['a JPEG segment beyond the end', 'image/jpeg', joined(jpeg.subarray(0, 20), hex('ffe1ffff00')), incomplete],
    [
      'an MP4 box of 2^64 bytes',
      'video/mp4',
      joined(ftyp, be32(1), latin('moov'), hex('ffffffffffffffff')),
      incomplete,
    ],
    ['an interrupted recording', 'video/mp4', joined(ftyp, box('mdat', Buffer.alloc(900))), incomplete],
    ['a description without a film', 'video/mp4', joined(ftyp, box('moov')), incomplete],
    ['a fragment that was cut', 'video/mp4', joined(mp4, box('moof', Buffer.alloc(50)).subarray(0, 40)), incomplete],
    ['a WebM without a segment', 'video/webm', webm.subarray(0, 26), incomplete],
    ['a PDF without its end', 'application/pdf', aFile['application/pdf'](3_000).subarray(0, -20), incomplete],
    ['a linearised PDF that was cut', 'application/pdf', linearised.subarray(0, -1_200), incomplete],
  ].map(named),
];

const damaged = /^The contents of the (JPEG|PNG|WebP|MP4|WebM) file are damaged\./;
const tooLarge = (size: string) =>
  new RegExp(`^The picture has ${size} pixels\\. At most 100 megapixels are accepted\\. Make it smaller`);
const sized = (digits: string): Buffer => joined(png.subarray(0, 16), hex(digits), png.subarray(24));
const frame = jpeg.indexOf(hex('ffc0')) + 5;

const others: readonly Refused[] = [
  ['a JPEG without a picture', 'image/jpeg', joined(jpeg.subarray(0, 20), hex('ffd9')), damaged],
  [
    'a JPEG segment of no length',
    'image/jpeg',
    joined(jpeg.subarray(0, 20), hex('ffe10000'), jpeg.subarray(20)),
    damaged,
  ],
  ['a PNG without a picture', 'image/png', joined(png.subarray(0, 33), png.subarray(-12)), damaged],
  ['a PNG without a header', 'image/png', joined(png.subarray(0, 8), png.subarray(33)), damaged],
  ['a PNG of no width', 'image/png', sized('0000000000000001'), damaged],
  [
    'a WebP without a picture',
    'image/webp',
    joined(latin('RIFF'), hex('0c000000'), latin('WEBPABCD'), hex('00000000')),
    damaged,
  ],
  ['an MP4 box shorter than its head', 'video/mp4', joined(ftyp, be32(4), latin('moov'), mp4.subarray(20)), damaged],
  [
    'a WebM element without an end',
    'video/webm',
    joined(webm.subarray(0, 26), hex('ec ff'), Buffer.alloc(40)),
    damaged,
  ],
  ['a PNG of 60,000 x 60,000', 'image/png', sized('0000ea600000ea60'), tooLarge('60000 x 60000')],
  [
    'a JPEG of 65,535 x 65,535',
    'image/jpeg',
    joined(jpeg.subarray(0, frame), hex('ffffffff'), jpeg.subarray(frame + 4)),
    tooLarge('65535 x 65535'),
  ],
  [
    'a PNG of a million empty chunks',
    'image/png',
    joined(png.subarray(0, 33), Buffer.alloc(240_000, pngChunk('tEXt', Buffer.alloc(0))), png.subarray(33)),
    /^The PNG file has too many parts for its size\. Export it again/,
  ],
].map(named);

/** Files that are refused, each with its reason. */
export const refusedFiles: readonly Refused[] = [...otherTypes, ...frontParts, ...cutOff, ...others];

/** A picture with a byte changed after it was announced. */
export const changedPhoto = (): Buffer => {
  const photo = aPhoto();
  photo.writeUInt8(photo.readUInt8(photo.length - 20) ^ 1, photo.length - 20);
  return photo;
};

function named([name, type, bytes, reason]: readonly (string | Buffer | RegExp)[]): Refused {
  if (!(typeof name === 'string' && typeof type === 'string' && Buffer.isBuffer(bytes) && reason instanceof RegExp))
    throw new Error(`not a file: ${name}`);
  return { name, type, bytes, reason };
}
