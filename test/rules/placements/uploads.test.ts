import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../functions/uploads/check-file.ts';
import { isRejected } from '../../../functions/uploads/rejected-file.ts';
import { statusOf, typeOfAnnounced } from '../../../functions/uploads/rules.ts';
import { type FileKind, fileKinds, type UploadType, uploadTypes } from '../../../schema/uploads/uploads.ts';
import { aFile, announced, foreignFiles } from '../../support/market/files.ts';

const types = Object.keys(uploadTypes).filter((type): type is UploadType => type in aFile);

const inChunksOf = (bytes: Uint8Array, length: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    type: 'bytes',
    start(controller) {
      for (let at = 0; at < bytes.length; at += length)
        controller.enqueue(Uint8Array.from(bytes.subarray(at, at + length)));
      controller.close();
    },
  });
const isTaken = (
  bytes: Uint8Array,
  type: string,
  { chunk = 1_000, ...changes }: { chunk?: number; size?: number } = {},
) => checkFile(inChunksOf(bytes, chunk), announced(bytes, type, changes)).then((checked) => !isRejected(checked));

describe.each(types)('a file of %s', (type) => {
  const bytes = aFile[type]();

  test('is proof with any chunking and any length', async () => {
    for (const chunk of [1, 2, 3, 7, 64, 100_000]) expect(await isTaken(bytes, type, { chunk }), `${chunk}`).toBe(true);
    for (const extra of [5_000, 5_001, 200_001]) expect(await isTaken(aFile[type](extra), type), `${extra}`).toBe(true);
  });

  test('is refused as any other type, but for the other one of its family', async () => {
    const films = ['video/mp4', 'video/quicktime'];
    for (const other of types.filter((name) => name !== type))
      expect(await isTaken(bytes, other), other).toBe(films.includes(type) && films.includes(other));
  });

  test('is refused when it is truncated, even with the announced length and hash', async () => {
    const long = aFile[type](3_000);
    for (const missing of [3, 8, 100, 1_500])
      expect(await isTaken(long.subarray(0, -missing), type), `-${missing}`).toBe(false);
  });

  test('is refused with a byte changed, added or removed', async () => {
    const changed = Uint8Array.from(bytes);
    changed[bytes.length - 20] = (changed[bytes.length - 20] ?? 0) ^ 1;
    expect(await checkFile(inChunksOf(changed, 9), announced(bytes, type))).toMatchObject({
      reason: /SHA-256 differs/,
    });
    expect(await isTaken(bytes, type, { size: bytes.length - 1 })).toBe(false);
    expect(await isTaken(bytes, type, { size: bytes.length + 1 })).toBe(false);
  });

  test('is refused when it is SVG, HTML, a program, an archive or plain text', async () => {
    for (const [name, foreign] of Object.entries(foreignFiles)) expect(await isTaken(foreign, type), name).toBe(false);
  });
});

test('a live recording, which states no length, is accepted complete and refused truncated', async () => {
  const head = aFile['video/webm']().subarray(0, 26);
  const block = Buffer.concat([Buffer.from('a34100', 'hex'), Buffer.alloc(256, 3)]);
  const cluster = Buffer.concat([Buffer.from('1f43b67501ffffffffffffffe78100', 'hex'), block, block]);
  const live = Buffer.concat([head, Buffer.from('1853806701ffffffffffffff', 'hex'), cluster, cluster]);
  for (const chunk of [1, 7, 1_000]) expect(await isTaken(live, 'video/webm', { chunk })).toBe(true);
  for (const missing of [1, 100, 257]) expect(await isTaken(live.subarray(0, -missing), 'video/webm')).toBe(false);
});

test('a read error is a fault of the store, not of the file', async () => {
  const bytes = aFile['image/png'](5_000);
  const broken = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(Uint8Array.from(bytes.subarray(0, 100)));
      controller.error(new Error('connection lost'));
    },
  });
  await expect(checkFile(broken, announced(bytes, 'image/png'))).rejects.toMatchObject({
    code: 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE',
    cause: expect.objectContaining({ message: 'connection lost' }),
  });
});

test.each([
  ['image/jpeg', 10],
  ['image/png', 10],
  ['image/webp', 10],
  ['video/mp4', 100],
  ['video/quicktime', 100],
  ['video/webm', 100],
  ['application/pdf', 50],
])('%s has 1 byte to %i MiB', (contentType, mebibytes) => {
  const file = { fileName: 'x', contentType };
  const max = mebibytes * 1024 * 1024;
  for (const size of [1, max]) expect(() => typeOfAnnounced({ ...file, size }, fileKinds)).not.toThrow();
  for (const size of [0, max + 1]) expect(() => typeOfAnnounced({ ...file, size }, fileKinds)).toThrow();
});

test('other types are refused, and kinds that the purpose does not take', () => {
  const codeOf = (contentType: string, kinds: readonly FileKind[]) => {
    try {
      typeOfAnnounced({ fileName: 'x', contentType, size: 9 }, kinds);
      return 'taken';
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  };
  for (const type of ['image/gif', 'image/svg+xml', 'text/html', 'image/heic', 'audio/mpeg', 'toString', ''])
    expect(codeOf(type, fileKinds), type).toBe('INVALID_PROOF');
  for (const [type, kind] of [
    ['image/webp', 'IMAGE'],
    ['video/webm', 'VIDEO'],
    ['application/pdf', 'PDF'],
  ] as const) {
    expect(codeOf(type, [kind])).toBe('taken');
    expect(
      codeOf(
        type,
        fileKinds.filter((other) => other !== kind),
      ),
    ).toBe('INVALID_PROOF');
  }
});

test('the kind JPEG takes JPEG files alone, which are of the kind IMAGE too', () => {
  const takes = (contentType: string, kind: FileKind) => () =>
    typeOfAnnounced({ fileName: 'x', contentType, size: 9 }, [kind]);
  for (const kind of ['JPEG', 'IMAGE'] as const) expect(takes('image/jpeg', kind)).not.toThrow();
  for (const type of types.filter((one) => one !== 'image/jpeg')) expect(takes(type, 'JPEG'), type).toThrow();
});

test('an uncompleted upload reads EXPIRED one hour after its last URL, and a decided one keeps its status', () => {
  const expiresAt = '2026-11-20T09:00:00.000Z';
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  expect(statusOf({ status: 'PENDING', expiresAt }, at('09:59:59'))).toBe('PENDING');
  expect(statusOf({ status: 'PENDING', expiresAt }, at('10:00:00'))).toBe('EXPIRED');
  expect(statusOf({ status: 'VERIFIED', expiresAt }, at('23:00:00'))).toBe('VERIFIED');
});
