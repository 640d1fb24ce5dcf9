import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aFile } from '../../support/market/files.ts';
import type { Market } from '../../support/market/market.ts';
import { uploadsOf } from '../../support/market/uploads.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket((own) => {
  ({ stack, market } = own);
});

const picture = aFile['image/png']();

test('a verified file whose answer was lost is kept, and the same key returns it', async () => {
  const uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
  const { uploadId } = await uploader.send(picture, 'image/png');
  const key = randomUUID();
  await controlOf(stack.controlUrl).neon('drop-next-reply', key);
  refused(await uploader.complete(uploadId, key), 'SERVICE_UNAVAILABLE');
  const again = await uploader.complete(uploadId, key);
  expect(again.body).toEqual({ data: { uploadId, status: 'VERIFIED' } });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const { stored_key } = await market.one('select stored_key from private_uploads where id = $1', [uploadId]);
  const stored = await objectStoreOf(stack.storeUrl).read(stored_key);
  expect(Buffer.from(await new Response(stored).arrayBuffer())).toEqual(picture);
});

test('a complete file is neither verified nor lost while Postgres is down', async () => {
  const uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
  const { uploadId } = await uploader.send(picture, 'image/png');
  const control = controlOf(stack.controlUrl);
  await control.neon('refuse');
  refused(await uploader.complete(uploadId), 'SERVICE_UNAVAILABLE');
  await control.neon('up');
  expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
});
