import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aFile } from '../../support/market/files.ts';
import { created, type Market, marketOf } from '../../support/market/market.ts';
import { uploadsOf } from '../../support/market/uploads.ts';
import { storeAt } from '../../support/object-store.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
beforeAll(async () => {
  // The port of `discard`: no other test uses it.
  stack = await startStack({ vars: storeAt('http://127.0.0.1:9/nobody') });
  market = marketOf(stack);
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

test('a completion while the store is down changes nothing, and logs no URL', async () => {
  const uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
  const { uploadId } = created(await uploader.announce(aFile['image/png'](), 'image/png')).body.data;
  const before = await market.one('select * from private_uploads where id = $1', [uploadId]);
  const key = randomUUID();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const reply = await uploader.complete(uploadId, key);
    refused(reply, 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await market.one('select * from private_uploads where id = $1', [uploadId])).toEqual(before);
  expect((await market.one('select count(*)::int as bound from idempotency_keys where key = $1', [key])).bound).toBe(0);
  const failures = () =>
    readFileSync(stack.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'));
  await expect.poll(() => failures().length).toBe(2);
  for (const line of failures()) expect(line).not.toMatch(/X-Amz|incoming|stored\/|\/nobody/);
});
