import { aFile, pngChunk } from './files.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const joined = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts);

/** Private metadata of a photo; each is a text in the bytes of the file. */
export const secrets = ['GPS 52.5200N', 'xmp:CreatorTool', 'Photoshop 3.0', 'a comment of mine'] as const;

const segment = (code: number, body: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(2 + body.length, 2);
  return joined(head, body);
};

/** An EXIF directory with an orientation and the place, in the byte order of phones. */
function exif(orientation: number): Buffer {
  const head = Buffer.from('49492a0008000000', 'hex');
  const entry = (tag: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(3, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt16LE(value, 8);
    return bytes;
  };
  return joined(
    head,
    Buffer.from([2, 0]),
    entry(0x010f, 1),
    entry(0x0112, orientation),
    Buffer.alloc(4),
    latin(secrets[0]),
  );
}

/** A JPEG as a phone makes it, with all metadata. */
export function aPhoto({ orientation = 1, tail = Buffer.alloc(0) as Uint8Array } = {}): Buffer {
  const plain = aFile['image/jpeg'](200);
  return joined(
    plain.subarray(0, 20),
    segment(0xe1, joined(latin('Exif\0\0'), exif(orientation))),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0<${secrets[1]}>`)),
    segment(0xe2, latin('ICC_PROFILE\0 colours')),
    segment(0xed, latin(secrets[2])),
    segment(0xfe, latin(secrets[3])),
    plain.subarray(28),
    tail,
  );
}

/** The same photo with only its picture and the `exif` segment that remains. */
export const barePhoto = (left: Uint8Array = Buffer.alloc(0)): Buffer => {
  const plain = aFile['image/jpeg'](200);
  return joined(plain.subarray(0, 20), left, segment(0xe2, latin('ICC_PROFILE\0 colours')), plain.subarray(28));
};

/** A PNG with the same metadata. */
export function aScreenshot(): Buffer {
  const plain = aFile['image/png']();
  return joined(
    plain.subarray(0, 33),
    pngChunk('eXIf', exif(1)),
    pngChunk('pHYs', Buffer.alloc(9)),
    pngChunk('iTXt', latin(secrets[1])),
    pngChunk('zTXt', latin(secrets[2])),
    pngChunk('tEXt', latin(secrets[3])),
    plain.subarray(33),
  );
}

export const bareScreenshot = (): Buffer => {
  const plain = aFile['image/png']();
  return joined(plain.subarray(0, 33), pngChunk('pHYs', Buffer.alloc(9)), plain.subarray(33));
};

const webpChunk = (name: string, body: Uint8Array): Buffer => {
  const head = Buffer.concat([latin(name), Buffer.alloc(4)]);
  head.writeUInt32LE(body.length, 4);
  return joined(head, body, Buffer.alloc(body.length % 2));
};

const webp = (flags: number, ...more: Uint8Array[]): Buffer => {
  const picture = aFile['image/webp']().subarray(12);
  const body = joined(
    latin('WEBP'),
    webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    picture,
    ...more,
  );
  return webpChunk('RIFF', body);
};

/** A WebP with the same metadata, and flags for EXIF, XMP and transparency. */
export const aWebp = (): Buffer =>
  webp(
    0x1c,
    webpChunk('EXIF', exif(1)),
    webpChunk('XMP ', latin(secrets[1])),
    webpChunk('MINE', latin(secrets[2] + secrets[3])),
  );

export const bareWebp = (): Buffer => webp(0x10);
