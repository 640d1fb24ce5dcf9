import { aFile, foreignFiles } from '../market/files.ts';
import { type Accepted, be32, beforeTail, box, hex, joined, latin } from './bytes.ts';

const ftyp = (...brands: readonly string[]): Buffer =>
  box('ftyp', latin(brands[0] ?? ''), be32(512), ...brands.map(latin));
const moov = box('moov', box('mvhd', Buffer.alloc(100)));
const mdat = box('mdat', Buffer.alloc(1_000, 7));

/** A film of these brands. */
export const film = (...brands: readonly string[]): Buffer => joined(ftyp(...brands), moov, mdat);

const [mp4, quicktime] = ['video/mp4', 'video/quicktime'];

const brands = [
  'isom',
  'iso2',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'dash',
  'M4V ',
  'M4VH',
  'M4VP',
  'M4A ',
  'f4v ',
  'MSNV',
  'XAVC',
  '3gp4',
];
const otherBrands = ['3gp5', '3gp6', '3g2a', '3g2b', 'mmp4', 'ndsc', 'hvc1', 'av01', 'cmfc'];

/** A fragment of a live recording. */
const fragment = joined(box('moof', Buffer.alloc(80)), box('mdat', Buffer.alloc(400, 9)));

const page = foreignFiles.html ?? Buffer.alloc(0);
const camera = joined(Buffer.alloc(5_000, 0xa5), hex('8db42d694ccc418790edff439fe026bf'));

/** What is no box, and no element, at the end of a film: none of it is served. */
const tails: Readonly<Record<string, Buffer>> = {
  'four zero bytes': Buffer.alloc(4),
  'a kibibyte of zero bytes': Buffer.alloc(1_024),
  'zero bytes and a page': joined(Buffer.alloc(4), page),
  'a script': latin('<script>alert(1)</script>'),
  'a long script': latin(`<script>${'alert(1);'.repeat(3_000)}</script>`),
  'a box that states too much': joined(be32(9_999), latin('abcd1234')),
  'a long box without its length': joined(be32(1), latin('zzzz12')),
  'the data of a 360 degree camera': camera,
  'a page': page,
  'an archive': foreignFiles.zip ?? Buffer.alloc(0),
};

/** Boxes that cameras and tools append to a film. They stay, because they are boxes. */
const boxes: Readonly<Record<string, Buffer>> = {
  'a free box': box('free', Buffer.alloc(40)),
  'the box of a Samsung phone': box('sefd', Buffer.alloc(300)),
  'a box of a user type': box('uuid', Buffer.alloc(16, 0xb0), latin('of a maker')),
  'user data and a free box': joined(box('udta', box('name', latin('a name'))), box('free')),
  'another part of the film': mdat,
  'a box of no known name': box('zzzz', Buffer.alloc(300)),
  'a free box that lasts to the end of the file': joined(be32(0), latin('free'), Buffer.alloc(90)),
};

const element = (id: string, body: Uint8Array): Buffer =>
  joined(hex(id), hex(`01${body.length.toString(16).padStart(14, '0')}`), body);
const ebml = (docType: string): Buffer =>
  element('1a45dfa3', joined(hex('4286 81 01'), element('4282', latin(docType))));
const open = hex('01ffffffffffffff');
const cluster = joined(hex('e7 81 00'), hex('a3 4100'), Buffer.alloc(256, 3));
const live = joined(
  ebml('webm'),
  hex('18538067'),
  open,
  hex('1f43b675'),
  open,
  cluster,
  hex('1f43b675'),
  open,
  cluster,
);
const recorded = joined(ebml('webm'), element('18538067', element('1f43b675', cluster)));

/** Films as phones, cameras and tools make them. Each is served with the type of its container, and without its tail. */
export const films: readonly Accepted[] = [
  ...[...brands, ...otherBrands].flatMap((brand) => [
    { name: `an MP4 of the brand ${brand}`, type: mp4, bytes: film(brand, 'isom') },
    {
      name: `an MP4 of the brand ${brand} that says it is QuickTime`,
      type: quicktime,
      bytes: film(brand),
      container: mp4,
    },
  ]),
  { name: 'a QuickTime film', type: quicktime, bytes: film('qt  ') },
  { name: 'a QuickTime film that says it is MP4', type: mp4, bytes: film('qt  ', 'mp42'), container: quicktime },
  ...[
    moov,
    mdat,
    box('wide'),
    box('free', Buffer.alloc(8)),
    box('skip', Buffer.alloc(8)),
    box('pnot', Buffer.alloc(12)),
  ].map((first, n) => ({
    name: `an old QuickTime film without a file type box, which begins with box ${n}`,
    type: quicktime,
    bytes: joined(first, moov, mdat),
  })),
  {
    name: 'an MP4 whose file type box is the second',
    type: mp4,
    bytes: joined(box('free', Buffer.alloc(20)), film('isom')),
  },
  { name: 'an MP4 whose description is the last box', type: mp4, bytes: joined(ftyp('isom'), mdat, moov) },
  {
    name: 'an MP4 whose sound and picture last to the end of the file',
    type: mp4,
    bytes: joined(ftyp('isom'), moov, hex('00000000'), latin('mdat'), Buffer.alloc(50)),
  },
  {
    name: 'an MP4 with a long box',
    type: mp4,
    bytes: joined(ftyp('isom'), moov, be32(1), latin('mdat'), hex('0000000000000074'), Buffer.alloc(100)),
  },
  {
    name: 'a fragmented MP4',
    type: mp4,
    bytes: joined(ftyp('iso5', 'dash'), moov, box('sidx', Buffer.alloc(30)), fragment, fragment, box('mfra')),
  },
  ...Object.entries(tails).flatMap(([name, tail]) => [
    beforeTail(`an MP4 before ${name}`, mp4, film('isom'), tail),
    beforeTail(`a QuickTime film before ${name}`, quicktime, film('qt  '), tail),
    beforeTail(`an MP4 and a free box before ${name}`, mp4, joined(film('isom'), box('free', Buffer.alloc(40))), tail),
    beforeTail(`an MP4 whose description is the last box before ${name}`, mp4, joined(ftyp('isom'), mdat, moov), tail),
    beforeTail(`a fragmented MP4 before ${name}`, mp4, joined(ftyp('iso5'), moov, fragment, box('mfra')), tail),
  ]),
  ...Object.entries(boxes).flatMap(([name, last]) => [
    { name: `an MP4 before ${name}`, type: mp4, bytes: joined(film('isom'), last) },
    { name: `a QuickTime film before ${name}`, type: quicktime, bytes: joined(film('qt  '), last) },
  ]),
  { name: 'a WebM', type: 'video/webm', bytes: aFile['video/webm'](900) },
  { name: 'a WebM with clusters', type: 'video/webm', bytes: recorded },
  { name: 'a live WebM, whose segment and clusters state no length', type: 'video/webm', bytes: live },
  {
    name: 'a Matroska film',
    type: 'video/webm',
    bytes: joined(ebml('matroska'), recorded.subarray(ebml('webm').length)),
  },
  ...Object.entries({ ...tails, 'an element of no known id': element('4321', Buffer.alloc(9)) }).flatMap(
    ([name, tail]) => [
      beforeTail(`a WebM before ${name}`, 'video/webm', recorded, tail),
      beforeTail(`a live WebM before ${name}`, 'video/webm', live, tail),
    ],
  ),
  ...Object.entries({
    'an empty element': element('ec', Buffer.alloc(9)),
    'another document': recorded,
    'tags after an element of no known id': joined(element('4321', Buffer.alloc(9)), element('1254c367', latin('tag'))),
  }).flatMap(([name, last]) => [
    { name: `a WebM before ${name}`, type: 'video/webm', bytes: joined(recorded, last) },
    { name: `a live WebM before ${name}`, type: 'video/webm', bytes: joined(live, last) },
  ]),
];
