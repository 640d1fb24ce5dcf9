import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aFile, putFile } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { type Sent, uploadsOf } from '../../support/market/uploads.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { pollTimeout } from '../../support/stack/poll-timeout.ts';
import { shared } from '../../support/stack/shared.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const store = objectStoreOf(shared.storeUrl);
const { anUploader } = uploadsOf({ market, baseUrl });
afterAll(() => market.close());

const picture = aFile['image/png']();
const forbidden = 403;

async function aSignedUpload(): Promise<Sent> {
  const uploader = await anUploader();
  return created(await uploader.announce(picture, 'image/png')).body.data;
}

const changed = ({ url, headers }: Sent, change: (url: URL) => void) => {
  const other = new URL(url);
  change(other);
  return { url: other.href, headers };
};
const statusOf = async (...call: Parameters<typeof putFile>) => (await putFile(...call)).status;

describe('a signed URL', () => {
  test('accepts the announced file without a credential of the service', async () => {
    const upload = await aSignedUpload();
    expect(Object.keys(upload.headers).sort()).toEqual(['Content-Length', 'Content-Type']);
    expect(await statusOf(upload, picture)).toBe(200);
  });

  test('refuses any other type', async () => {
    const upload = await aSignedUpload();
    for (const type of ['image/jpeg', 'text/html', 'image/png; charset=utf-8', ''])
      expect(await statusOf(upload, picture, { headers: { 'Content-Type': type } }), type).toBe(forbidden);
  });

  test('refuses any other length', async () => {
    const upload = await aSignedUpload();
    for (const bytes of [picture.subarray(1), Buffer.concat([picture, Buffer.from([0])]), Buffer.alloc(0)])
      expect(await statusOf(upload, bytes, { headers: { 'Content-Length': `${bytes.length}` } })).toBe(forbidden);
  });

  test('refuses any other key', async () => {
    const [upload, another] = [await aSignedUpload(), await aSignedUpload()];
    const elsewhere = [
      changed(upload, (url) => {
        url.pathname = new URL(another.url).pathname;
      }),
      changed(upload, (url) => {
        url.pathname += '2';
      }),
      changed(upload, (url) => {
        url.pathname = url.pathname.replace('/incoming/', '/stored/');
      }),
    ];
    for (const other of elsewhere) expect(await statusOf(other, picture), other.url).toBe(forbidden);
  });

  test('refuses every other method, so it cannot read or delete the file', async () => {
    const upload = await aSignedUpload();
    expect(await statusOf(upload, picture)).toBe(200);
    for (const method of ['GET', 'HEAD', 'DELETE', 'POST'])
      expect(await statusOf(upload, picture, { method }), method).toBe(forbidden);
  });

  test('refuses a changed signature, expiry or date', async () => {
    const upload = await aSignedUpload();
    const changes: ((url: URL) => void)[] = [
      ({ searchParams }) =>
        searchParams.set(
          'X-Amz-Signature',
          (searchParams.get('X-Amz-Signature') ?? '').replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        ),
      ({ searchParams }) => searchParams.set('X-Amz-Expires', '86400'),
      ({ searchParams }) => searchParams.set('X-Amz-SignedHeaders', 'host'),
      ({ searchParams }) =>
        searchParams.set(
          'X-Amz-Date',
          (searchParams.get('X-Amz-Date') ?? '').replace(/\dZ$/, (c) => (c === '0Z' ? '1Z' : '0Z')),
        ),
      ({ searchParams }) => searchParams.append('x-amz-acl', 'public-read'),
    ];
    for (const change of changes) {
      const tampered = changed(upload, change);
      expect(await statusOf(tampered, picture), tampered.url).toBe(forbidden);
    }
  });

  test('is required for every read and write', async () => {
    const upload = await aSignedUpload();
    expect(await statusOf(upload, picture)).toBe(200);
    const bare = changed(upload, (url) => {
      url.search = '';
    });
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const { status, text } = await putFile(bare, picture, { method });
      expect({ method, isRefused: status >= 400 && status < 500 }).toEqual({ method, isRefused: true });
      expect(text).not.toContain('PNG');
    }
    const key = new URL(upload.url).pathname.split('/castline-files/')[1] ?? '';
    expect(Buffer.from(await new Response(await store.read(key)).arrayBuffer())).toEqual(picture);
  });
});

describe('a URL that lasts one second', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startStack({ vars: { UPLOAD_URL_TTL_SECONDS: '1' } });
  });
  afterAll(() => stack.stop());

  test('refuses files after its expiry, and a replay signs it again for a late file', async () => {
    const own = marketOf(stack);
    const uploader = await uploadsOf({ market: own, baseUrl: stack.baseUrl }).anUploader();
    const key = crypto.randomUUID();
    const first: Sent = created(await uploader.announce(picture, 'image/png', {}, key)).body.data;
    // The store compares whole seconds.
    await expect.poll(() => Date.now() > new Date(first.expiresAt).getTime() + 1_000).toBe(true);
    expect(await statusOf(first, picture)).toBe(forbidden);
    // A slow machine can need several attempts of one second each.
    const again: Sent = await vi.waitFor(async () => {
      const signed: Sent = created(await uploader.announce(picture, 'image/png', {}, key)).body.data;
      expect(await statusOf(signed, picture)).toBe(200);
      return signed;
    }, pollTimeout);
    expect(again.uploadId).toBe(first.uploadId);
    expect(new Date(again.expiresAt).getTime()).toBeGreaterThan(new Date(first.expiresAt).getTime());
    await expect.poll(() => new Date() > new Date(again.expiresAt)).toBe(true);
    expect((await uploader.complete(first.uploadId)).body.data.status).toBe('VERIFIED');
    await own.close();
  });
});
