import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { controlOf } from '../../support/control.ts';
import { type FakeStore, startFakeStore } from '../../support/fake-store.ts';
import { aFile } from '../../support/files.ts';
import { type Market, marketOf } from '../../support/market.ts';
import { storeAt } from '../../support/object-store.ts';
import { aPhoto } from '../../support/photos.ts';
import { type OwnStack, startStack } from '../../support/stack.ts';
import { type Uploader, uploadsOf } from '../../support/uploads.ts';

let store: FakeStore;
let stack: OwnStack;
let market: Market;
let uploader: Uploader;
let control: ReturnType<typeof controlOf>;
beforeAll(async () => {
  store = await startFakeStore();
  stack = await startStack({ vars: storeAt(store.endpoint) });
  market = marketOf(stack);
  uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
  control = controlOf(stack.controlUrl);
  // What hangs hangs until the test orders that a time is over.
  await control.holdClock(true);
});
afterAll(async () => {
  await market.close();
  await stack.stop();
  await store.stop();
});

const leaseOf = async (uploadId: string): Promise<Date | null> =>
  (await market.one('select checking_until from private_uploads where id = $1', [uploadId])).checking_until;

/** Ends the waits that last 8 seconds at most, once: those of the database are as long. */
async function giveUpOnce<T>(work: Promise<T>): Promise<T> {
  await control.giveUp(8_000);
  return work;
}

/** Ends the looks for a stream that has fallen silent, one after the other. */
async function giveUpLooking<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await control.giveUp(4_500);
  return ended;
}

describe('while the store hangs, a completion is PRIVATE_UPLOAD_SERVICE_UNAVAILABLE and the repetition succeeds', () => {
  test.each([
    ['from the copy: after 8 seconds', 'copy', giveUpOnce],
    ['from the read: after 8 seconds', 'read', giveUpOnce],
    ['in the middle of a file: after twice 4.5 seconds at most', 'middle of a file', giveUpLooking],
  ] as const)('%s', async (_, part, givenUp) => {
    const { uploadId } = await uploader.send(aPhoto(), 'image/jpeg');
    const key = randomUUID();
    const hanging = store.hangFrom(part);
    const first = uploader.complete(uploadId, key);
    await expect.poll(hanging.hasBegun).toBe(true);
    refused(await givenUp(first), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
    expect(await leaseOf(uploadId)).toBeNull();
    hanging.release();
    expect((await uploader.complete(uploadId, key)).body.data).toEqual({ uploadId, status: 'VERIFIED' });
  });
});

test('the lease of a caller who has gone while the store hung ends with the check', async () => {
  const { uploadId } = await uploader.send(aFile['image/png'](), 'image/png');
  const hanging = store.hangFrom('copy');
  const gone = new AbortController();
  const path = `/influencer-channels/${uploader.channel.id}/ownership-uploads/${uploadId}/complete`;
  const left = uploader.owner.api.post(path, {}, { signal: gone.signal }).catch(() => 'gone');
  await expect.poll(hanging.hasBegun).toBe(true);
  gone.abort();
  expect(await left).toBe('gone');
  await control.giveUp(8_000);
  await expect.poll(() => leaseOf(uploadId)).toBeNull();
  hanging.release();
  expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
});
