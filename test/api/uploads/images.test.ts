import { afterAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { aFile, foreignFiles, sha256Of } from '../../support/market/files.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPhoto, aScreenshot, aWebp, barePhoto, bareScreenshot, bareWebp } from '../../support/market/photos.ts';
import { proofsOf } from '../../support/market/proofs.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aProver } = proofsOf(market, baseUrl);
const store = objectStoreOf(shared.storeUrl);
afterAll(() => market.close());

const large = Buffer.alloc(3_000_000, 0x55);
const within = (photo: Buffer) => Buffer.concat([photo.subarray(0, -2), large, photo.subarray(-2)]);

describe.each([
  ['image/jpeg', aPhoto(), barePhoto()],
  ['image/jpeg', within(aPhoto()), within(barePhoto())],
  ['image/png', aScreenshot(), bareScreenshot()],
  ['image/webp', aWebp(), bareWebp()],
])('a proof of %s', (type, whole, bare) => {
  test('is served to both parties without EXIF, with the length and the SHA-256 of that file', async () => {
    const prover = await aProver();
    const { uploadId } = await prover.verified(whole, type);
    const proof = {
      uploadId,
      status: 'VERIFIED',
      storedSize: bare.length,
      storedSha256: sha256Of(bare),
      virusCheck: 'CLEAN',
      fileName: 'proof of mine.bin',
    };
    expect((await prover.attach([uploadId])).body.data.proofs).toEqual([proof]);
    const { creator, advertiser } = prover.work;
    const saved = async (by: Client) => fetch((await prover.download(by, uploadId)).body.data.url);
    for (const { api } of [creator, advertiser]) {
      const file = await saved(api);
      expect(Buffer.from(await file.arrayBuffer()).equals(bare)).toBe(true);
      expect(file.headers.get('content-type')).toBe(type);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    }
  });

  test('is stored once, and the copy with metadata is deleted', async () => {
    const prover = await aProver();
    const { uploadId } = await prover.verified(whole, type);
    const { stored_key } = await market.one('select stored_key from private_uploads where id = $1', [uploadId]);
    await expect.poll(() => store.list(`stored/${uploadId}/`)).toEqual([stored_key]);
  });
});

test.each([
  ['a page before the picture', 'image/jpeg', Buffer.concat([foreignFiles.html ?? large, aPhoto()])],
  ['an archive before the picture', 'image/jpeg', Buffer.concat([foreignFiles.zip ?? large, aPhoto()])],
  ['60,000 x 60,000 pixels', 'image/png', aFile['image/png']().fill(Buffer.from('0000ea600000ea60', 'hex'), 16, 24)],
])('an image with %s is REJECTED and deleted', async (_, type, bytes) => {
  const prover = await aProver();
  const { uploadId } = await prover.send(bytes, type);
  refused(await prover.complete(uploadId), 'INVALID_PROOF');
  expect(await market.one('select status, stored_key from private_uploads where id = $1', [uploadId])).toEqual({
    status: 'REJECTED',
    stored_key: null,
  });
  await expect.poll(() => store.list(`stored/${uploadId}/`)).toEqual([]);
});
