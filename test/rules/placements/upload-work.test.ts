import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../functions/uploads/check-file.ts';
import { layoutOf } from '../../../functions/uploads/formats.ts';
import { maxElements, walkThrough } from '../../../functions/uploads/walk.ts';
import { aFile, announced } from '../../support/market/files.ts';
import { depth } from '../../support/stack/depth.ts';

const mebibyte = 1024 * 1024;
const chunkBytes = 256 * 1024;
const size = depth(4, 100) * mebibyte;

const hex = (digits: string): Buffer => Buffer.from(digits.replace(/\s/g, ''), 'hex');
/** The header of a type, followed by the same bytes repeated. */
const filled = (head: Uint8Array, unit: Uint8Array, length: number): Buffer =>
  Buffer.concat([head, Buffer.alloc(length - head.length, unit)]);

const mp4Head = aFile['video/mp4']();
const webmHead = Buffer.concat([hex('1a45dfa3 87 4282 84 7765626d'), hex('18538067 01ffffffffffffff')]);
const pngHead = aFile['image/png']().subarray(0, 33);
const box = (bytes: number) =>
  Buffer.concat([hex(`000${bytes.toString(16).padStart(5, '0')} 66726565`), Buffer.alloc(bytes - 8)]);

const crafted: readonly (readonly [name: string, type: string, bytes: Buffer])[] = [
  ['MP4 boxes of 8 bytes', 'video/mp4', filled(mp4Head, box(8), size)],
  ['QuickTime boxes of 16 bytes', 'video/quicktime', filled(aFile['video/quicktime'](), box(16), size)],
  ['WebM elements of 2 bytes', 'video/webm', filled(webmHead, hex('ec80'), size)],
  ['JPEG markers without a segment', 'image/jpeg', filled(hex('ffd8'), hex('ff01'), 10 * mebibyte)],
  ['empty JPEG segments', 'image/jpeg', filled(hex('ffd8'), hex('ffe00002'), 10 * mebibyte)],
  [
    'end marks of a PDF',
    'application/pdf',
    filled(Buffer.from('%PDF-1.4\n'), Buffer.from('%%EOF 1 0 obj '.padEnd(45)), size),
  ],
  ['empty PNG chunks', 'image/png', filled(pngHead, hex('00000000 74455874 00000000'), 10 * mebibyte)],
];

/** Pushes a file in chunks, and returns the number of elements and bytes that the check read. */
function walked(type: string, bytes: Buffer) {
  const walk = walkThrough(layoutOf(type), bytes.length);
  let read = 0;
  for (; read < bytes.length && walk.fault() === null; read += chunkBytes)
    walk.push(bytes.subarray(read, read + chunkBytes));
  return { fault: walk.end(), elements: walk.elements(), read };
}

describe.each(crafted)('a file of %s', (_, type, bytes) => {
  test('is refused after few more than 10,000 elements', () => {
    const { fault, elements } = walked(type, bytes);
    expect(fault).toBe('TOO_COMPLEX');
    expect(elements).toBeGreaterThan(10_000);
    expect(elements).toBeLessThan(12_500);
  });

  test('is neither read nor hashed after its refusal', async () => {
    let sent = 0;
    const stream = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        controller.enqueue(Uint8Array.from(bytes.subarray(sent, sent + chunkBytes)));
        sent += chunkBytes;
        if (sent >= bytes.length) controller.close();
      },
    });
    expect(await checkFile(stream, announced(bytes, type))).toMatchObject({
      reason: /has too many parts for its size/,
    });
    expect(sent).toBeLessThan(mebibyte);
  });
});

test('any file has at most one element for each 256 bytes, and 10,000 more', () => {
  const widest = filled(mp4Head, box(256), size - (size % 256) + mp4Head.length);
  const { fault, elements } = walked('video/mp4', widest);
  expect(fault).toBeNull();
  expect(elements).toBeLessThanOrEqual(maxElements(size));
  expect(maxElements(100 * mebibyte)).toBe(419_600);
});

test('an hour recorded by a browser, in small frames and sound chunks, is accepted', () => {
  const block = Buffer.concat([hex('a3 41f4'), Buffer.alloc(500, 3)]);
  expect(
    walked('video/webm', filled(webmHead, block, webmHead.length + block.length * depth(20_000, 200_000))),
  ).toMatchObject({
    fault: null,
  });
});

test('a JPEG is read once, whatever its picture contains', () => {
  for (const unit of ['ff00', 'ffff', 'ffd0', '00ff'])
    expect(walked('image/jpeg', filled(hex('ffd8'), hex(unit), 10 * mebibyte)).elements, unit).toBe(1);
});
